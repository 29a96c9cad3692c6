//! A page, as the one who simulates sees it.

use crate::message::{FromPage, ToPage};
use crate::picture::Picture;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard};

/// Messages that may wait for a page before it is given up.
const LONGEST_QUEUE: usize = 4096;
/// Bytes that may wait to be heard, while a step takes long, before a page is given up.
const MOST_UNHEARD: usize = 16 << 20;
/// What a message takes besides its own bytes.
const ENVELOPE: usize = 256;

/// What a page wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// The field that colours the surface; empty for none.
    pub field: String,
    /// The layers.
    pub layers: Vec<String>,
}

/// The letter box of a page: what is to be sent, and whether it can take another frame.
#[derive(Debug)]
pub struct Client {
    /// Its number.
    pub id: u64,
    inside: Mutex<Inside>,
    unheard: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
struct Inside {
    texts: VecDeque<Arc<str>>,
    /// The newest picture that was not sent yet.
    picture: Option<Arc<Picture>>,
    wants: Wants,
    is_waiting: bool,
    is_gone: bool,
}

impl Client {
    /// A page that waits for its first frame.
    pub fn new(id: u64) -> Self {
        let inside = Mutex::new(Inside { is_waiting: true, ..Inside::default() });
        Self { id, inside, unheard: Arc::default() }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Sends a message some time.
    pub fn say(&self, message: &ToPage) {
        match serde_json::to_string(message) {
            Ok(text) => self.say_text(text.into()),
            Err(_) => debug_assert!(false, "messages are plain structs"),
        }
    }

    /// Sends a text some time.
    pub fn say_text(&self, text: Arc<str>) {
        let mut inside = self.inside();
        inside.texts.push_back(text);
        if inside.texts.len() > LONGEST_QUEUE {
            inside.is_gone = true;
            inside.texts.clear();
        }
    }

    /// Shows a picture in place of an older one that was not sent.
    pub fn show(&self, picture: Arc<Picture>) {
        self.inside().picture = Some(picture);
    }

    /// Whether a picture would be sent at once.
    pub fn is_waiting(&self) -> bool {
        let inside = self.inside();
        inside.is_waiting && inside.picture.is_none() && !inside.is_gone
    }

    /// What it wants to see.
    pub fn wants(&self) -> Wants {
        self.inside().wants.clone()
    }

    /// It wants to see something else.
    pub fn change_wants(&self, change: impl FnOnce(&mut Wants)) {
        change(&mut self.inside().wants);
    }

    /// Weighs a message of so many bytes; none if too much waits to be heard already.
    pub fn weigh(&self, length: usize) -> Option<Weight> {
        let bytes = length + ENVELOPE;
        let weight = Weight { unheard: self.unheard.clone(), bytes };
        let before = self.unheard.fetch_add(bytes, Ordering::Relaxed);
        (before + bytes <= MOST_UNHEARD).then_some(weight)
    }

    /// It can take another frame.
    pub fn acknowledge(&self) {
        self.inside().is_waiting = true;
    }

    /// It will not come back, or is too slow to be told anything.
    pub fn is_gone(&self) -> bool {
        self.inside().is_gone
    }

    /// It is gone.
    pub fn leave(&self) {
        let mut inside = self.inside();
        inside.is_gone = true;
        inside.texts.clear();
        inside.picture = None;
    }

    /// The next text, in order; none waits while there is one.
    pub fn next_text(&self) -> Option<Arc<str>> {
        self.inside().texts.pop_front()
    }

    /// The picture to be sent now, if there is one and the page can take it.
    pub fn next_picture(&self) -> Option<Arc<Picture>> {
        let mut inside = self.inside();
        let picture = if inside.is_waiting { inside.picture.take() } else { None };
        inside.is_waiting &= picture.is_none();
        picture
    }
}

/// What a message takes until it has been heard.
#[derive(Debug, Default)]
pub struct Weight {
    unheard: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.unheard.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What the one who simulates hears.
#[derive(Debug)]
pub enum Event {
    /// A page was opened.
    Joined(Arc<Client>),
    /// A page was closed.
    Left(u64),
    /// A page says something that is not for its letter box.
    Said(u64, FromPage, Weight),
}

impl Event {
    /// Whether it makes an earlier one of the same page pointless, if nothing was between them: where the hand is, where a
    /// slider stands. So a hand that is quicker than the simulation does not leave a queue behind.
    pub fn replaces(&self, earlier: &Self) -> bool {
        match (earlier, self) {
            (Self::Said(a, before, _), Self::Said(b, after, _)) if a == b => match (before, after) {
                (FromPage::Drag { .. }, FromPage::Drag { .. })
                | (FromPage::Seek { .. }, FromPage::Seek { .. }) => true,
                (FromPage::Set { path: old, .. }, FromPage::Set { path: new, .. }) => old == new,
                _ => false,
            },
            _ => false,
        }
    }
}

/// Where events go.
pub type Events = Sender<Event>;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_page_gets_the_newest_picture_and_no_other_before_it_says_so() {
        let client = Client::new(1);
        let picture = |index| Arc::new(Picture { index, ..Picture::default() });
        assert!(client.is_waiting());
        client.show(picture(1));
        client.show(picture(2));
        assert!(!client.is_waiting());
        assert_eq!(client.next_picture().unwrap().index, 2);
        client.show(picture(3));
        client.show(picture(4));
        assert!(client.next_picture().is_none());
        client.acknowledge();
        assert_eq!(client.next_picture().unwrap().index, 4);
        assert!(client.next_picture().is_none());
    }

    #[test]
    fn only_the_last_place_of_a_hand_or_slider_counts() {
        let said = |page, message| Event::Said(page, message, Weight::default());
        let set = |page, path: &str, value| said(page, FromPage::Set { path: path.into(), value });
        let drag = |x| said(1, FromPage::Drag { target: [x, 0.0, 0.0] });
        assert!(set(1, "a", 2.0).replaces(&set(1, "a", 1.0)));
        assert!(drag(2.0).replaces(&drag(1.0)));
        assert!(!set(1, "b", 2.0).replaces(&set(1, "a", 1.0)), "another slider");
        assert!(!set(2, "a", 2.0).replaces(&set(1, "a", 1.0)), "another page");
        let release = said(1, FromPage::Release { pin: true });
        assert!(!release.replaces(&drag(1.0)), "it is pinned where it was drawn to");
        let step = || said(1, FromPage::Step { by: 1 });
        assert!(!step().replaces(&step()), "each step counts");
    }

    #[test]
    fn what_waits_to_be_heard_is_bounded_and_counts_no_longer_when_it_was() {
        let client = Client::new(1);
        let heard: Vec<Weight> = std::iter::from_fn(|| client.weigh(1 << 20)).take(100).collect();
        assert_eq!(heard.len(), 15, "a million bytes and an envelope each");
        assert!(client.weigh(1 << 20).is_none() && client.weigh(10).is_some());
        drop(heard);
        assert!(client.weigh(15 << 20).is_some());
    }

    #[test]
    fn who_does_not_listen_is_given_up() {
        let client = Client::new(1);
        for _ in 0..LONGEST_QUEUE {
            client.say(&ToPage::Error { text: "x".into() });
        }
        assert!(!client.is_gone());
        client.say(&ToPage::Error { text: "x".into() });
        assert!(client.is_gone());
        assert!(client.next_text().is_none());
    }
}
