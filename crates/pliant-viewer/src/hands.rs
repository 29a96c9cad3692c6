//! What pages hold: one place that is dragged, and places that were pinned by hand.

use crate::picture::GrabText;
use glam::DVec3;
use pliant_world::{Grip, World};

/// Places pinned by hand at most.
const MOST_PINS: usize = 64;

/// A place that is held.
#[derive(Clone, Debug)]
struct Held {
    grip: Grip,
    /// Where it is to go in the end (m).
    goal: DVec3,
}

impl Held {
    /// Draws it towards its goal, as far as a hand reaches.
    fn pull(&mut self, world: &World) {
        let place = world.grip_place(&self.grip);
        self.grip.target = place + (self.goal - place).clamp_length_max(self.grip.reach);
    }
}

/// What is held now.
#[derive(Debug, Default)]
pub struct Hands {
    /// What is dragged.
    held: Option<Held>,
    /// The page that drags it.
    holder: u64,
    pins: Vec<Held>,
}

impl Hands {
    /// Simulated time (s) after which what is held is drawn on.
    pub const PULSE: f64 = 1.0 / 240.0;

    /// A page takes hold of a place of a surface.
    pub fn grab(
        &mut self,
        world: &mut World,
        page: u64,
        part: &str,
        triangle: usize,
        weights: [f64; 3],
        target: [f64; 3],
    ) -> Result<(), String> {
        let body = (0..world.body_count()).find(|&body| world.shape(body).name == part);
        let body = body.ok_or_else(|| format!("there is no body \"{part}\""))?;
        let grip = world.grip(body, triangle, weights).ok_or("there is no such place on the surface")?;
        let goal = place(target)?;
        (self.held, self.holder) = (Some(Held { grip, goal }), page);
        self.take_up(world)
    }

    /// A page is gone; what it held falls. Whether it held something.
    pub fn lost(&mut self, world: &mut World, page: u64) -> bool {
        // A world that cannot take fewer grips has stopped already and says why.
        self.are_of(page) && self.release(world, page, false).is_ok()
    }

    /// Whether this page holds something. Another one may have taken hold since it did.
    fn are_of(&self, page: u64) -> bool {
        self.held.is_some() && self.holder == page
    }

    /// A page moves what it holds.
    pub fn drag(&mut self, world: &mut World, page: u64, target: [f64; 3]) -> Result<(), String> {
        let goal = place(target)?;
        match &mut self.held {
            Some(held) if self.holder == page => held.goal = goal,
            _ => return Ok(()),
        }
        self.take_up(world)
    }

    /// A page lets go, or leaves it pinned where it is drawn to.
    pub fn release(&mut self, world: &mut World, page: u64, pin: bool) -> Result<(), String> {
        if !self.are_of(page) {
            return Ok(());
        }
        if let Some(held) = self.held.take()
            && pin
        {
            if self.pins.len() == MOST_PINS {
                self.take_up(world)?;
                return Err(format!("more than {MOST_PINS} places cannot be pinned by hand"));
            }
            self.pins.push(held);
        }
        self.take_up(world)
    }

    /// Lets go of all pins made by hand.
    pub fn unpin(&mut self, world: &mut World) -> Result<(), String> {
        self.pins.clear();
        self.take_up(world)
    }

    /// Nothing is held.
    pub fn are_empty(&self) -> bool {
        self.held.is_none() && self.pins.is_empty()
    }

    /// Makes the world feel what is held. What is far from where it should go is drawn there bit by bit, so this is to be called
    /// again and again while the world moves.
    pub fn take_up(&mut self, world: &mut World) -> Result<(), String> {
        if self.are_empty() && world.grips().is_empty() {
            return Ok(());
        }
        self.held.iter_mut().chain(&mut self.pins).for_each(|held| held.pull(world));
        let all = self.held.iter().chain(&self.pins).map(|held| held.grip.clone()).collect();
        world.set_grips(all).map_err(|error| error.to_string())
    }

    /// What is dragged, for pages.
    pub fn text(&self, world: &World) -> Option<GrabText> {
        let held = self.held.as_ref()?;
        let from = world.grip_place(&held.grip);
        let force = (held.grip.target - from).length() * held.grip.stiffness;
        Some(GrabText { from: from.to_array(), to: held.goal.to_array(), force })
    }
}

fn place(target: [f64; 3]) -> Result<DVec3, String> {
    let place = DVec3::from_array(target);
    if place.is_finite() && place.length() < 1e6 { Ok(place) } else { Err("that is too far away".into()) }
}
