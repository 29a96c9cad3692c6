//! The server: one page, one script, one socket, on loopback.

use crate::access::Access;
use crate::bundle;
use crate::client::{Client, Events};
use crate::connection;
use crate::request::{Request, RequestError};
use crate::work::Work;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Requests and pages that are served at the same time.
const MOST_CONNECTIONS: usize = 32;
/// How long a browser may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);
/// What the page may load: itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address; other than loopback only if the user asked for it.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
}

impl Default for Place {
    fn default() -> Self {
        Self { address: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0 }
    }
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is not to be had.
    #[error("cannot listen on {place}: {reason}; {remedy}")]
    Listen {
        /// Address and port.
        place: SocketAddr,
        /// Why.
        reason: io::Error,
        /// What to do.
        remedy: &'static str,
    },
    /// There are no random numbers for the token.
    #[error("no token can be made: {0}")]
    Token(io::Error),
}

/// A server that was started; it runs as long as the program.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    token: String,
}

impl Server {
    /// Listens, and tells `events` of every page, and every page when the `work` of the one who simulates takes long.
    ///
    /// # Errors
    /// If it cannot listen there.
    pub fn start(place: Place, events: Events, work: Arc<Work>) -> Result<Self, ServeError> {
        let asked = SocketAddr::new(place.address, place.port);
        let listener = TcpListener::bind(asked).map_err(|reason| refused(asked, reason))?;
        let address = listener.local_addr().map_err(|reason| refused(asked, reason))?;
        let access = Access::new(!place.address.is_loopback()).map_err(ServeError::Token)?;
        let token = access.token().to_string();
        let desk =
            Arc::new(Desk { access, open: AtomicUsize::new(0), pages: AtomicU64::new(0), events, work });
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                desk.clone().receive(stream);
            }
        });
        Ok(Self { address, token })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the address must hold.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What to open.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => "localhost".to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        format!("http://{host}:{}/?token={}", self.address.port(), self.token)
    }
}

fn refused(place: SocketAddr, reason: io::Error) -> ServeError {
    let remedy = match reason.kind() {
        io::ErrorKind::AddrInUse => "another program listens there: choose another --port, or leave it out",
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 are for the administrator: choose a larger --port"
        }
        io::ErrorKind::AddrNotAvailable => {
            "this machine has no such address: leave --bind out, or name one of its own"
        }
        _ => "try another --port",
    };
    ServeError::Listen { place, reason, remedy }
}

/// Takes requests in.
struct Desk {
    access: Access,
    open: AtomicUsize,
    pages: AtomicU64,
    events: Events,
    work: Arc<Work>,
}

impl Desk {
    fn receive(self: Arc<Self>, stream: TcpStream) {
        if self.open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let desk = self.clone();
        let served = std::thread::Builder::new().name("page".into()).spawn(move || {
            desk.answer(stream);
            desk.open.fetch_sub(1, Ordering::Relaxed);
        });
        if served.is_err() {
            self.open.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn answer(&self, mut stream: TcpStream) {
        let patience = stream.set_read_timeout(Some(PATIENCE)).and(stream.set_write_timeout(Some(PATIENCE)));
        let request = patience.map_err(RequestError::from).and_then(|()| Request::read(&mut stream));
        // Whoever cannot be answered is gone.
        let _ = match request {
            Ok((request, early)) => self.route(stream, &request, early),
            Err(error) => reply(&mut stream, 400, "text/plain", error.to_string().as_bytes()),
        };
    }

    fn route(&self, mut stream: TcpStream, request: &Request, early: Vec<u8>) -> io::Result<()> {
        if request.method != "GET" {
            return reply(&mut stream, 405, "text/plain", b"only GET is understood");
        }
        let needs_token = matches!(request.path.as_str(), "/" | "/live");
        let checked = if needs_token { self.access.check(request) } else { self.access.check_place(request) };
        if let Err(refusal) = checked {
            return reply(&mut stream, 403, "text/plain", refusal.to_string().as_bytes());
        }
        if request.path == "/live" {
            return self.open_socket(stream, request, early);
        }
        match bundle::file(&request.path) {
            Some((kind, bytes)) => reply(&mut stream, 200, kind, bytes),
            None => reply(&mut stream, 404, "text/plain", b"there is nothing here"),
        }
    }

    fn open_socket(&self, mut stream: TcpStream, request: &Request, early: Vec<u8>) -> io::Result<()> {
        let Some(key) = request.socket_key() else {
            return reply(&mut stream, 400, "text/plain", b"this address is for a WebSocket");
        };
        // Browsers always say where a socket comes from; whoever does not is no page of ours.
        if request.header("origin").is_none() {
            return reply(&mut stream, 403, "text/plain", b"a socket without an Origin is refused");
        }
        let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
        write!(
            stream,
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
        )?;
        let id = self.pages.fetch_add(1, Ordering::Relaxed) + 1;
        connection::serve(stream, early, Arc::new(Client::new(id)), &self.events, &self.work);
        Ok(())
    }
}

fn reply(stream: &mut TcpStream, code: u16, kind: &str, body: &[u8]) -> io::Result<()> {
    let reason = match code {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        _ => "Method Not Allowed",
    };
    write!(
        stream,
        "HTTP/1.1 {code} {reason}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: {POLICY}\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)?;
    stream.flush()
}
