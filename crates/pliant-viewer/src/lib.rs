//! The viewer: a page in the browser that shows a running simulation, or a finished one, and takes hold of it.
//!
//! ```text
//! browser page  <- frames, texts -  connection (a thread a page)  <- Client: letter box -  Live or Replay (one thread)
//!               - acks, requests ->                               - Event ->
//! ```
//!
//! [`Server`] listens on loopback, checks who asks ([`access`]) and hands out the page that is shipped inside the program ([`bundle`]).
//! The one who simulates never waits for a page: it leaves pictures in letter boxes ([`client`]), from where connections take the newest
//! and encode it for their page ([`encode`]).

pub mod access;
mod audience;
pub mod bundle;
pub mod client;
mod connection;
mod ear;
pub mod encode;
mod hands;
mod history;
pub mod live;
pub mod message;
mod pace;
mod parameters;
pub mod picture;
pub mod replay;
mod request;
mod server;
mod sight;
mod source;
pub mod visitor;
pub mod work;

pub use live::Live;
pub use message::GalleryItem;
pub use replay::Replay;
pub use server::{Place, ServeError, Server};
pub use source::{GallerySource, SceneFiles, SceneSource};
