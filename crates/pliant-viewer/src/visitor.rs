//! A page without a screen: it hears, acknowledges every frame at once, and says what it is told to. For tests and measurements.

use crate::Server;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

/// How long something is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a visit went wrong.
#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    /// The server turned it away, with this status.
    #[error("the server refuses the page with status {0}")]
    Refused(u16),
    /// The connection failed or ended.
    #[error("the connection ended: {0}")]
    Ended(#[from] Box<Error>),
    /// There was none.
    #[error("there is no connection: {0}")]
    NoConnection(#[from] io::Error),
    /// What was sent cannot be read.
    #[error("the server sent something strange: {0}")]
    Strange(#[from] serde_json::Error),
    /// What was waited for did not come.
    #[error("no {0} came in time")]
    Silence(String),
}

impl From<Error> for VisitError {
    fn from(error: Error) -> Self {
        match error {
            Error::Http(answer) => Self::Refused(answer.status().as_u16()),
            error => Self::Ended(Box::new(error)),
        }
    }
}

/// A page without a screen.
pub struct Visitor {
    /// The connection itself.
    pub socket: WebSocket<TcpStream>,
}

impl Visitor {
    /// Visits as the page does that the server has handed out.
    ///
    /// # Errors
    /// If it is turned away.
    pub fn open(server: &Server) -> Result<Self, VisitError> {
        let own = format!("http://{}", server.address());
        Self::knock(server, server.token(), Some(&own))
    }

    /// Visits with another token, or as another page.
    ///
    /// # Errors
    /// If it is turned away, as it should be.
    pub fn knock(server: &Server, token: &str, origin: Option<&str>) -> Result<Self, VisitError> {
        let address = server.address();
        let mut request = format!("ws://{address}/live?token={token}").into_client_request()?;
        if let Some(origin) = origin {
            let origin = HeaderValue::from_str(origin).map_err(io::Error::other)?;
            request.headers_mut().insert("origin", origin);
        }
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(HandshakeError::Failure(error)) => Err(error.into()),
            Err(HandshakeError::Interrupted(_)) => Err(VisitError::Silence("handshake".into())),
        }
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection has ended.
    pub fn say(&mut self, message: &Value) -> Result<(), VisitError> {
        Ok(self.socket.send(Message::text(message.to_string()))?)
    }

    /// The next message: a text, or the header of a frame as one of the kind `frame`, which is acknowledged.
    ///
    /// # Errors
    /// If the connection has ended.
    pub fn hear(&mut self) -> Result<Value, VisitError> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.socket.read()? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Binary(bytes) => {
                    let mut header = header_of(&bytes)?;
                    self.say(&json!({"kind": "ack", "id": header["id"]}))?;
                    header["kind"] = "frame".into();
                    return Ok(header);
                }
                _ => {}
            }
        }
        Err(VisitError::Silence("message".into()))
    }

    /// The next message of a kind that is as wanted; those before it are passed over.
    ///
    /// # Errors
    /// If it does not come.
    pub fn wait_for(&mut self, kind: &str, is_wanted: impl Fn(&Value) -> bool) -> Result<Value, VisitError> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let message = self.hear()?;
            if message["kind"] == kind && is_wanted(&message) {
                return Ok(message);
            }
        }
        Err(VisitError::Silence(kind.into()))
    }
}

/// The header of a frame.
fn header_of(bytes: &[u8]) -> Result<Value, VisitError> {
    let length = bytes.get(4..8).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes);
    let header = bytes.get(8..).and_then(|rest| rest.get(..length as usize)).unwrap_or_default();
    Ok(serde_json::from_slice(header)?)
}

/// The whole answer to a request without a socket. `head` is all of it but the empty line at its end.
///
/// # Errors
/// If there is no connection.
pub fn answer_to(server: &Server, head: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(server.address())?;
    write!(stream, "{head}\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
