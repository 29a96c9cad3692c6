//! One page: reads what it says, sends what waits for it.
//!
//! One thread a page, which never makes the simulation wait: a page that is slow gets fewer frames, one that sends garbage, too much
//! or too often is dropped.

use crate::client::{Client, Event, Events};
use crate::encode::Encoder;
use crate::message::{FromPage, ToPage};
use crate::work::Work;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The longest message of a page: a scene's text.
const LONGEST_MESSAGE: usize = 1 << 20;
/// Messages of a page in a second at most.
const MOST_MESSAGES: usize = 2000;
/// And bytes: what waits while the simulation is busy must not grow without end.
const MOST_BYTES: usize = 8 << 20;
/// How long it is listened to a page before what waits for it is looked at.
const LISTENING: Duration = Duration::from_millis(4);
/// A page that takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a silent page is asked whether it is still there.
const PING: Duration = Duration::from_secs(5);

/// Why a page is dropped.
#[derive(Debug)]
enum End {
    /// It went away.
    Gone,
    /// It broke the rules.
    Rude(&'static str),
}

/// Serves a page until it leaves. `early` are bytes that came with its request.
pub fn serve(stream: TcpStream, early: Vec<u8>, client: Arc<Client>, events: &Events, work: &Work) {
    let limits = stream.set_read_timeout(Some(LISTENING)).and(stream.set_write_timeout(Some(PATIENCE)));
    if limits.and(stream.set_nodelay(true)).is_err() {
        return;
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE))
        .read_buffer_size(16 * 1024);
    let socket = WebSocket::from_partially_read(stream, early, Role::Server, Some(config));
    if events.send(Event::Joined(client.clone())).is_err() {
        return;
    }
    let id = client.id;
    let mut connection = Connection::new(socket, client, events, work);
    let end = connection.run();
    connection.close(end);
    // If nobody hears it, the server ends, too.
    let _ = events.send(Event::Left(id));
}

struct Connection<'a> {
    socket: WebSocket<TcpStream>,
    client: Arc<Client>,
    events: &'a Events,
    work: &'a Work,
    /// For how many seconds the page was told that something takes long.
    told_busy: u64,
    encoder: Encoder,
    /// Messages since `counted`, and their bytes.
    messages: usize,
    bytes: usize,
    counted: Instant,
    pinged: Instant,
    heard: Instant,
}

impl<'a> Connection<'a> {
    fn new(socket: WebSocket<TcpStream>, client: Arc<Client>, events: &'a Events, work: &'a Work) -> Self {
        let now = Instant::now();
        Self {
            socket,
            client,
            events,
            work,
            told_busy: 0,
            encoder: Encoder::default(),
            messages: 0,
            bytes: 0,
            counted: now,
            pinged: now,
            heard: now,
        }
    }

    fn run(&mut self) -> End {
        loop {
            if let Err(end) = self.listen().and_then(|()| self.speak()) {
                return end;
            }
            if self.client.is_gone() {
                return End::Rude("this page is too slow");
            }
        }
    }

    /// Takes in all that has come.
    fn listen(&mut self) -> Result<(), End> {
        loop {
            match self.socket.read() {
                Ok(message) => self.hear(message)?,
                Err(Error::Io(error)) if is_patience(error.kind()) => return self.check_silence(),
                Err(Error::Capacity(_)) => return Err(End::Rude("this message is too long")),
                Err(Error::Protocol(_) | Error::Utf8(_)) => return Err(End::Rude("this is no message")),
                Err(_) => return Err(End::Gone),
            }
        }
    }

    fn check_silence(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > PATIENCE {
            return Err(End::Gone);
        }
        if self.heard.elapsed().min(self.pinged.elapsed()) > PING {
            self.pinged = Instant::now();
            self.send(Message::Ping(Vec::new().into()))?;
        }
        Ok(())
    }

    fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        self.count(message.len())?;
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(message) => self.obey(message, text.len()),
                Err(_) => Err(End::Rude("this message is not known")),
            },
            Message::Binary(_) => Err(End::Rude("pages send texts only")),
            Message::Close(_) => Err(End::Gone),
            _ => Ok(()),
        }
    }

    fn count(&mut self, length: usize) -> Result<(), End> {
        if self.counted.elapsed() > Duration::from_secs(1) {
            (self.counted, self.messages, self.bytes) = (Instant::now(), 0, 0);
        }
        (self.messages, self.bytes) = (self.messages + 1, self.bytes + length);
        let is_too_much = self.messages > MOST_MESSAGES || self.bytes > MOST_BYTES;
        if is_too_much { Err(End::Rude("too many messages")) } else { Ok(()) }
    }

    /// What concerns this page alone is done here, the rest goes to the one who simulates.
    fn obey(&mut self, message: FromPage, length: usize) -> Result<(), End> {
        match &message {
            FromPage::Ack { .. } => {
                self.client.acknowledge();
                return Ok(());
            }
            FromPage::Colour { field } => self.client.change_wants(|wants| wants.field.clone_from(field)),
            FromPage::Layers { shown } => self.client.change_wants(|wants| wants.layers.clone_from(shown)),
            _ => {}
        }
        let weight = self.client.weigh(length).ok_or(End::Rude("too much waits to be heard"))?;
        self.events.send(Event::Said(self.client.id, message, weight)).map_err(|_| End::Gone)
    }

    /// Tells every second that something takes long, and when it is done: the one who simulates cannot say it.
    fn tell_busy(&mut self) {
        let at_hand = self.work.at_hand().map(|(task, since)| (task.word(), since.as_secs()));
        let (what, seconds) = at_hand.unwrap_or_default();
        if seconds != self.told_busy {
            self.told_busy = seconds;
            self.client.say(&ToPage::Busy { what, seconds });
        }
    }

    /// Sends all that waits.
    fn speak(&mut self) -> Result<(), End> {
        self.tell_busy();
        while let Some(text) = self.client.next_text() {
            self.send(Message::text(text.as_ref()))?;
        }
        if let Some(picture) = self.client.next_picture() {
            let message = self.encoder.encode(&picture, &self.client.wants());
            self.send(Message::binary(message))?;
        }
        Ok(())
    }

    fn send(&mut self, message: Message) -> Result<(), End> {
        self.socket.send(message).map_err(|_| End::Gone)
    }

    fn close(&mut self, end: End) {
        self.client.leave();
        let frame = match end {
            End::Gone => None,
            End::Rude(reason) => Some(CloseFrame { code: CloseCode::Policy, reason: reason.into() }),
        };
        // Politeness only: it may be gone.
        let _ = self.socket.close(frame);
        let _ = self.socket.flush();
    }
}

fn is_patience(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
