//! Who may talk to the server: another page in the same browser must not.
//!
//! Three things are asked of a request. The host it thinks it talks to must be this machine (a name that an attacker made point to
//! 127.0.0.1 is not); if it says which page it comes from, that must be ours; and where something happens, it must know the token,
//! which is in the address that was opened and nowhere else. Ports may differ, because of tunnels.

use crate::request::Request;

/// Bytes of chance in a token.
const TOKEN_BYTES: usize = 16;

/// Why a request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The Host header names another machine.
    #[error("this server does not go by that name: open the address that pliant printed")]
    Host,
    /// The Origin header names another page.
    #[error("requests from other pages are refused: open the address that pliant printed")]
    Origin,
    /// The token is missing or wrong.
    #[error("the token in the address is missing or wrong: open the address that pliant printed")]
    Token,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Access {
    token: String,
    any_host: bool,
}

impl Access {
    /// With a token of the operating system's making. `any_host`: it was asked to listen on other addresses than loopback, under
    /// names that cannot be known.
    ///
    /// # Errors
    /// If the operating system has no random numbers.
    pub fn new(any_host: bool) -> std::io::Result<Self> {
        let mut bytes = [0u8; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { token, any_host })
    }

    /// What the address must hold.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// For what anybody on this machine may see.
    ///
    /// # Errors
    /// Why not.
    pub fn check_place(&self, request: &Request) -> Result<(), Refusal> {
        let host = request.header("host").unwrap_or("");
        if !self.any_host && !is_this_machine(host) {
            return Err(Refusal::Host);
        }
        match request.header("origin") {
            Some(origin) if origin != format!("http://{host}") => Err(Refusal::Origin),
            _ => Ok(()),
        }
    }

    /// For everything else.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, request: &Request) -> Result<(), Refusal> {
        self.check_place(request)?;
        let given = request.query("token").unwrap_or("");
        if is_same(given.as_bytes(), self.token.as_bytes()) { Ok(()) } else { Err(Refusal::Token) }
    }
}

/// Whether a Host header names this machine by loopback, at whatever port.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

/// Compares in a time that does not tell where the first difference is.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn asked(access: &Access, head: &str) -> Result<(), Refusal> {
        access.check(&Request::parse(head.as_bytes()).unwrap().unwrap().0)
    }

    #[test]
    fn only_our_own_page_with_the_token_gets_in() {
        let access = Access::new(false).unwrap();
        let path = format!("/live?token={}", access.token());
        let get =
            |path: &str, headers: &str| asked(&access, &format!("GET {path} HTTP/1.1\r\n{headers}\r\n"));
        for host in ["localhost:81", "127.0.0.1", "[::1]:4000"] {
            assert_eq!(get(&path, &format!("Host: {host}\r\n")), Ok(()));
            assert_eq!(get(&path, &format!("Host: {host}\r\nOrigin: http://{host}\r\n")), Ok(()));
        }
        for host in ["evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example", ""] {
            assert_eq!(get(&path, &format!("Host: {host}\r\n")), Err(Refusal::Host));
        }
        assert_eq!(get(&path, ""), Err(Refusal::Host));
        for origin in
            ["http://evil.example", "null", "https://localhost", "http://localhost:82", "http://localhost"]
        {
            let headers = format!("Host: localhost:81\r\nOrigin: {origin}\r\n");
            assert_eq!(get(&path, &headers), Err(Refusal::Origin));
        }
        let wrong = format!("{}0", access.token());
        for token in ["", "0", &wrong, &access.token()[1..]] {
            assert_eq!(get(&format!("/live?token={token}"), "Host: localhost\r\n"), Err(Refusal::Token));
        }
        assert_eq!(get("/live", "Host: localhost\r\n"), Err(Refusal::Token));
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(Access::new(false).unwrap().token(), Access::new(false).unwrap().token());
        assert_eq!(Access::new(false).unwrap().token().len(), 32);
    }

    #[test]
    fn other_hosts_only_when_asked_for() {
        let access = Access::new(true).unwrap();
        let path = format!("/live?token={}", access.token());
        let head = |headers: &str| format!("GET {path} HTTP/1.1\r\n{headers}\r\n");
        assert_eq!(
            asked(&access, &head("Host: workstation:80\r\nOrigin: http://workstation:80\r\n")),
            Ok(())
        );
        assert_eq!(
            asked(&access, &head("Host: workstation:80\r\nOrigin: http://evil\r\n")),
            Err(Refusal::Origin)
        );
    }
}
