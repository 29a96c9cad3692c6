//! Requests of browsers, as far as a page and a socket need them.

use std::io::Read;
use std::time::{Duration, Instant};

/// Bytes of a request's head at most.
const LONGEST_HEAD: usize = 16 * 1024;
/// Headers at most.
const MOST_HEADERS: usize = 64;
/// A browser says what it wants within this time.
const PATIENCE: Duration = Duration::from_secs(5);

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// GET or another verb.
    pub method: String,
    /// What is asked for, without the query.
    pub path: String,
    query: String,
    headers: Vec<(String, String)>,
}

/// Why there is no request.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// It is no HTTP, or more than a browser would send.
    #[error("that is no request of a browser")]
    Malformed,
    /// It did not come.
    #[error("the request did not arrive: {0}")]
    Broken(#[from] std::io::Error),
}

impl Request {
    /// Reads a head; the bytes after it are returned beside it.
    ///
    /// # Errors
    /// If it is none, too long or does not come in time.
    pub fn read(stream: &mut impl Read) -> Result<(Self, Vec<u8>), RequestError> {
        let begun = Instant::now();
        let mut bytes = Vec::new();
        let mut part = [0u8; 1024];
        loop {
            let count = stream.read(&mut part)?;
            if count == 0 {
                return Err(RequestError::Malformed);
            }
            bytes.extend_from_slice(&part[..count]);
            if let Some((request, length)) = Self::parse(&bytes)? {
                return Ok((request, bytes.split_off(length)));
            }
            if bytes.len() > LONGEST_HEAD || begun.elapsed() > PATIENCE {
                return Err(RequestError::Malformed);
            }
        }
    }

    /// The request and the length of its head, if it is whole.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, RequestError> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let httparse::Status::Complete(length) = parsed.parse(bytes).map_err(|_| RequestError::Malformed)?
        else {
            return Ok(None);
        };
        // Whoever names two hosts wants one to be checked and the other to be meant.
        for name in ["host", "origin"] {
            if parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name)).count() > 1 {
                return Err(RequestError::Malformed);
            }
        }
        let target = parsed.path.unwrap_or("/");
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let header = |header: &httparse::Header<'_>| {
            (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned())
        };
        let request = Self {
            method: parsed.method.unwrap_or("").into(),
            path: path.into(),
            query: query.into(),
            headers: parsed.headers.iter().map(header).collect(),
        };
        Ok(Some((request, length)))
    }

    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A value of the query; nothing is decoded, because nothing we ask for needs it.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// The key of a WebSocket handshake, if it is one.
    pub fn socket_key(&self) -> Option<&str> {
        let is = |name: &str, word: &str| {
            self.header(name)
                .is_some_and(|value| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)))
        };
        let is_handshake =
            is("upgrade", "websocket") && is("connection", "upgrade") && is("sec-websocket-version", "13");
        self.header("sec-websocket-key").filter(|_| is_handshake)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn heads_are_read_and_what_follows_is_kept() {
        let text = b"GET /live?a=1&token=xy HTTP/1.1\r\nHost: localhost:1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: abc\r\n\r\nrest";
        let (request, rest) = Request::read(&mut text.as_slice()).unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/live"));
        assert_eq!((request.query("token"), request.query("b")), (Some("xy"), None));
        assert_eq!((request.header("host"), request.socket_key()), (Some("localhost:1"), Some("abc")));
        assert_eq!(rest, b"rest");
    }

    #[test]
    fn a_plain_request_is_no_handshake() {
        let (request, _) = Request::read(&mut b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".as_slice()).unwrap();
        assert_eq!(request.socket_key(), None);
    }

    #[test]
    fn garbage_is_refused() {
        let endless = vec![b'a'; 100_000];
        let headers = "A: b\r\n".repeat(1000);
        let many = format!("GET / HTTP/1.1\r\n{headers}\r\n");
        let hosts = b"GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n";
        let texts: [&[u8]; 6] =
            [b"", b"\x16\x03\x01\x02", b"GET / HTTP/1.1\r\nHost", &endless, many.as_bytes(), hosts];
        for text in texts {
            assert!(matches!(Request::read(&mut &*text), Err(RequestError::Malformed)));
        }
    }
}
