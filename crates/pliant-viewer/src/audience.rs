//! All pages that look on.

use crate::client::Client;
use crate::message::{Layer, ToPage};
use crate::picture::Picture;
use std::sync::Arc;

/// The pages.
#[derive(Debug, Default)]
pub struct Audience {
    clients: Vec<Arc<Client>>,
}

impl Audience {
    /// Another page, which is told these things first and sees the layers that are shown by default.
    pub fn join(&mut self, client: Arc<Client>, layers: &[Layer], messages: &[ToPage]) {
        let shown = layers.iter().filter(|layer| layer.shown).map(|layer| layer.name.to_string());
        client.change_wants(|wants| wants.layers = shown.collect());
        messages.iter().for_each(|message| client.say(message));
        self.clients.push(client);
    }

    /// A page is gone.
    pub fn leave(&mut self, id: u64) {
        self.clients.retain(|client| client.id != id);
    }

    /// Nobody looks on.
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Some page would get a picture at once.
    pub fn someone_waits(&self) -> bool {
        self.clients.iter().any(|client| client.is_waiting())
    }

    /// Some page wants to see this layer.
    pub fn wants(&self, layer: &str) -> bool {
        self.clients.iter().any(|client| client.wants().layers.iter().any(|wanted| wanted == layer))
    }

    /// Tells one of them.
    pub fn tell(&self, id: u64, message: &ToPage) {
        self.clients.iter().filter(|client| client.id == id).for_each(|client| client.say(message));
    }

    /// Tells all.
    pub fn tell_all(&self, message: &ToPage) {
        self.clients.iter().for_each(|client| client.say(message));
    }

    /// Shows all.
    pub fn show(&self, picture: Picture) {
        let picture = Arc::new(picture);
        self.clients.iter().for_each(|client| client.show(picture.clone()));
    }
}
