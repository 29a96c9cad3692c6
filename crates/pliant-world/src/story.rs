//! Why a run could not go on, told so that a user can do something about it: where, what happened, the likely cause
//! by the evidence there is, and a remedy.
//!
//! The evidence is looked for in a fixed order, from what can be nothing else (a body that begins inside out) to what
//! is left (a step too large). Thresholds are far beyond what sound scenes have.

use crate::error::RunError;
use crate::world::{World, WorldBody};
use glam::DVec3;
use pliant_stepping::StepError;
use pliant_system::{At, HeldNode};

/// Waves in diamond travel at 18 km/s; nothing real is faster than this (m/s).
const FASTEST_WAVE: f64 = 1e5;

/// Ratio of masses or stiffnesses within a body beyond which rounding eats the small ones.
const HARD_RATIO: f64 = 1e6;

/// Poisson's ratio from which volume resists a thousand times more than shape.
const NEARLY_INCOMPRESSIBLE: f64 = 0.499;

/// Pins that move parts of a body apart by more than this multiple of its size.
const APART: f64 = 1.5;

/// Strain that a load would cause by the rule of thumb of [`World::load_strain`].
const LARGE_STRAIN: f64 = 0.5;

/// What most likely made a run stop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Likely {
    /// Elements are inside out before the first step.
    #[error("the body is inside out at the start, before anything has moved")]
    StartsInverted,
    /// A material nothing real comes near.
    #[error("a stiffness out of all proportion: waves in \"{body}\" would travel at {speed:.1e} m/s")]
    Stiffness {
        /// Whose.
        body: String,
        /// Of pressure waves (m/s).
        speed: f64,
    },
    /// Pins tear at a body.
    #[error(
        "pin \"{pin}\" moves its part of \"{body}\" by {travel:.3} m against the rest, {times:.1} times the body's size"
    )]
    PrescribedMotion {
        /// Which pin.
        pin: String,
        /// Whose nodes.
        body: String,
        /// How far (m).
        travel: f64,
        /// Over the size of the body.
        times: f64,
    },
    /// Pins faster than the body can follow.
    #[error(
        "pin \"{pin}\" moves at {speed:.3e} m/s against the rest of \"{body}\", where waves travel at {wave:.3e} m/s"
    )]
    FastPin {
        /// Which pin.
        pin: String,
        /// Whose nodes.
        body: String,
        /// How fast (m/s).
        speed: f64,
        /// Of pressure waves (m/s).
        wave: f64,
    },
    /// Parts of a body that move against each other faster than they can feel each other.
    #[error(
        "parts of \"{body}\" move against each other at {speed:.3e} m/s, where waves travel at {wave:.3e} m/s"
    )]
    Speed {
        /// Whose.
        body: String,
        /// How fast (m/s).
        speed: f64,
        /// Of pressure waves (m/s).
        wave: f64,
    },
    /// A load far beyond what the body can carry.
    #[error(
        "load \"{load}\" has grown to {force:.3e} N, far beyond what \"{body}\" can carry with modest strains"
    )]
    Load {
        /// Which load.
        load: String,
        /// On which body.
        body: String,
        /// Sum of its forces (N).
        force: f64,
    },
    /// Light and heavy parts side by side.
    #[error("the mass ratio: the heaviest node of \"{body}\" has {ratio:.1e} times the mass of the lightest")]
    MassRatio {
        /// Whose.
        body: String,
        /// Largest over smallest.
        ratio: f64,
    },
    /// Soft and stiff parts side by side.
    #[error(
        "the stiffness jump: the stiffest material of \"{body}\" is {ratio:.1e} times as stiff as the softest"
    )]
    StiffnessJump {
        /// Whose.
        body: String,
        /// Largest over smallest Young's modulus.
        ratio: f64,
    },
    /// Poisson's ratio near one half.
    #[error("\"{body}\" is nearly incompressible (Poisson's ratio {poisson:.5})")]
    NearlyIncompressible {
        /// Whose.
        body: String,
        /// Its Poisson's ratio.
        poisson: f64,
    },
    /// Things that hit each other too fast, or are squeezed between others.
    #[error("\"{first}\" and \"{second}\" press on each other here")]
    Contact {
        /// One of the two.
        first: String,
        /// The other.
        second: String,
    },
    /// Too abrupt for the mesh.
    #[error("an element is squeezed until it turns inside out")]
    InvertedElement,
    /// No equilibrium near the last one.
    #[error(
        "the body has no equilibrium near the last one: it buckles, softens or the load is beyond its strength"
    )]
    NoEquilibrium,
    /// The path of equilibria cannot be followed any farther.
    #[error(
        "the path of equilibria has a kink or crosses others here, or the steps that led here are too long for its turns"
    )]
    PathEnds,
    /// A path that leads nowhere.
    #[error("all loads are constant, or begin so gently that they do not change at first, and no pin moves")]
    NothingDriven,
    /// Something moves without resistance.
    #[error("a part of the body is not held, or not joined to the rest")]
    LoosePart,
    /// Nothing else stands out.
    #[error("the step is too large for what happens here")]
    Step,
}

impl Likely {
    /// The body it is about, if it is about one.
    pub fn body(&self) -> Option<&str> {
        match self {
            Likely::Stiffness { body, .. }
            | Likely::PrescribedMotion { body, .. }
            | Likely::FastPin { body, .. }
            | Likely::Speed { body, .. }
            | Likely::Load { body, .. }
            | Likely::MassRatio { body, .. }
            | Likely::StiffnessJump { body, .. }
            | Likely::NearlyIncompressible { body, .. } => Some(body),
            _ => None,
        }
    }

    /// What to try.
    pub fn remedy(&self) -> &'static str {
        match self {
            Likely::StartsInverted => {
                "Let pins begin where the body is (a first keyframe of zero), mend the mesh, or use law = \"stable-neo-hookean\", which recovers"
            }
            Likely::Stiffness { .. } => "Check the unit of the modulus and of the density",
            Likely::FastPin { .. } => "Spread the motion over more time",
            Likely::Speed { .. } => {
                "Check the unit of velocity and spin, start slower, or use a stiffer material"
            }
            Likely::PrescribedMotion { .. } => "Move the pin less far, or spread the motion over more time",
            Likely::Load { .. } => "Check the unit of the load, apply less, or use a stiffer material",
            Likely::MassRatio { .. } => "Bring the densities or the element sizes closer together",
            Likely::StiffnessJump { .. } => {
                "Bring the moduli closer together (a part 10^4 times as stiff is rigid already), or use solver.kind = \"cholesky\""
            }
            Likely::Contact { .. } => {
                "Move colliders and pins more slowly, leave more room between them, refine the mesh there, or use an explicit stepper"
            }
            Likely::NearlyIncompressible { .. } => "Use a Poisson's ratio of at most 0.49 and order = 2",
            Likely::InvertedElement => {
                "Spread the motion or load over more time, refine the mesh there, or use law = \"stable-neo-hookean\""
            }
            Likely::NoEquilibrium => {
                "Look at the last frame; apply less, follow the path beyond with `follow = \"arc-length\"` in [stepper], or use a dynamic \
                 stepper"
            }
            Likely::PathEnds => {
                "Look at the last frame and the load factors in probes.csv; make steps shorter (`load_steps` in [stepper]), refine the mesh, \
                 or end the path before (`load_range`)"
            }
            Likely::NothingDriven => {
                "Let a load grow (leave its `over_time` out), or a pin move with `interpolation = \"linear\"`"
            }
            Likely::LoosePart => "Hold the body with a [pin], or check for loose parts of the mesh",
            Likely::Step => {
                "Leave time.step out (it is then chosen for you), make it smaller, or refine the mesh there"
            }
        }
    }
}

impl World {
    /// What looks like trouble before the first step: it may run, but if it does not, this is why.
    pub fn doubts(&self) -> Vec<Likely> {
        let found =
            [self.absurd_stiffness(), self.mass_ratio(), self.stiffness_jump(), self.nearly_incompressible()];
        found.into_iter().flatten().collect()
    }

    /// What keeps the world from taking its first step, if something does.
    pub fn start_problem(&self) -> Option<RunError> {
        self.look(0.0).err().map(|cause| self.story(cause, 0.0))
    }

    /// The whole story of a failure at the last good state; `dt` is the step that was tried (s).
    pub(crate) fn story(&self, cause: StepError, dt: f64) -> RunError {
        let place = cause.node().map(|node| {
            let body = &self.bodies[self.body_of_node(node)];
            Box::new((body.shape.name.clone(), self.place_of_node(node)))
        });
        let likely = Box::new(self.likely(&cause, dt));
        let (time, step) = (self.state.time, self.state.step);
        RunError { time, step, place, remedy: likely.remedy(), likely, cause }
    }

    fn likely(&self, cause: &StepError, dt: f64) -> Likely {
        if self.state.step == 0 && !self.system.admissible(&self.state.q) {
            return Likely::StartsInverted;
        }
        if *cause == StepError::NothingDriven {
            return Likely::NothingDriven;
        }
        let found = (self.absurd_stiffness())
            .or_else(|| self.tearing_pin(dt))
            .or_else(|| self.tearing_springs(dt))
            .or_else(|| self.fast_pin(dt))
            .or_else(|| self.fast_springs(dt))
            .or_else(|| self.overload(dt))
            .or_else(|| self.too_fast())
            .or_else(|| self.mass_ratio())
            .or_else(|| self.stiffness_jump())
            .or_else(|| self.nearly_incompressible());
        found.or_else(|| self.pressing_pair(cause)).unwrap_or_else(|| self.by_symptom(cause))
    }

    /// Whom the node in trouble touches, if it is pressed hard by the standards of its surroundings.
    fn pressing_pair(&self, cause: &StepError) -> Option<Likely> {
        let node = cause.node()?;
        let contact = self.system.contact.as_ref()?;
        let force = &self.state.contact.force;
        let is_pressed = force.get(node).is_some_and(|f| *f != DVec3::ZERO);
        let number = self.body_of_node(node) as u32;
        let touching = self.state.contact.deepest.iter().filter(|d| d.pair.contains(&number));
        let pair = touching.max_by(|a, b| a.time.total_cmp(&b.time))?.pair;
        let [first, second] = pair.map(|number| contact.name(number).to_owned());
        is_pressed.then_some(Likely::Contact { first, second })
    }

    fn by_symptom(&self, cause: &StepError) -> Likely {
        match cause {
            StepError::Inverted { .. } | StepError::Stuck { .. } => Likely::InvertedElement,
            StepError::Singular { .. } => Likely::LoosePart,
            StepError::TooManyCutbacks { last, .. } => match **last {
                StepError::Singular { .. } => Likely::LoosePart,
                _ if self.path().is_some() => Likely::PathEnds,
                _ => Likely::NoEquilibrium,
            },
            _ => Likely::Step,
        }
    }

    fn absurd_stiffness(&self) -> Option<Likely> {
        self.bodies.iter().find_map(|body| {
            let speeds = body.body.materials().iter().map(|material| material.p_wave_speed());
            let speed = speeds.fold(0.0, f64::max);
            // Not a number after overflow counts as absurd.
            let sound = speed <= FASTEST_WAVE;
            (!sound).then(|| Likely::Stiffness { body: body.shape.name.clone(), speed })
        })
    }

    /// A pin that has moved, or moves in the next step, parts of a body far apart.
    fn tearing_pin(&self, dt: f64) -> Option<Likely> {
        let holds = &self.system.holds;
        if !holds.is_moving() {
            return None;
        }
        let mut placed = self.state.q.clone();
        holds.place(self.load_time() + dt.max(self.state.dt), &mut placed);
        (0..self.bodies.len()).find_map(|index| {
            let (range, body) = (self.node_range(index), &self.bodies[index]);
            let held: Vec<_> = holds.held().iter().filter(|h| range.contains(&(h.node as usize))).collect();
            let moved = |node: u32| placed[node as usize] - self.system.x_rest[node as usize];
            let by_way = |a: &&_, b: &&_| -> std::cmp::Ordering {
                let way = |held: &HeldNode| moved(held.node).length();
                way(a).total_cmp(&way(b))
            };
            let (least, worst) = (held.iter().copied().min_by(by_way)?, held.iter().copied().max_by(by_way)?);
            let (travel, size) = ((moved(worst.node) - moved(least.node)).length(), body.size);
            (travel > APART * size).then(|| Likely::PrescribedMotion {
                pin: self.pin_names[worst.motions()[0] as usize].clone(),
                body: body.shape.name.clone(),
                travel,
                times: travel / size,
            })
        })
    }

    /// A pin that moves faster in the next step than waves travel in the body.
    fn fast_pin(&self, dt: f64) -> Option<Likely> {
        let (holds, dt) = (&self.system.holds, dt.max(self.state.dt));
        if !holds.is_moving() || dt == 0.0 {
            return None;
        }
        let (mut now, mut then) = (self.state.q.clone(), self.state.q.clone());
        holds.place(self.load_time(), &mut now);
        holds.place(self.load_time() + dt, &mut then);
        let speed = |held: &HeldNode| then[held.node as usize].distance(now[held.node as usize]) / dt;
        let fastest = holds.held().iter().max_by(|a, b| speed(a).total_cmp(&speed(b)))?;
        let body = &self.bodies[self.body_of_node(fastest.node as usize)];
        let (speed, wave) = (speed(fastest), slowest_wave(body));
        (speed > wave).then(|| Likely::FastPin {
            pin: self.pin_names[fastest.motions()[0] as usize].clone(),
            body: body.shape.name.clone(),
            speed,
            wave,
        })
    }

    /// As [`World::tearing_pin`], for pins that hold by springs.
    fn tearing_springs(&self, dt: f64) -> Option<Likely> {
        let time = self.load_time() + dt.max(self.state.dt);
        self.bodies.iter().enumerate().find_map(|(index, body)| {
            let own = self.springs.iter().filter(|springs| springs.body == index);
            let ways: Vec<(usize, DVec3)> = own
                .flat_map(|springs| {
                    let way = |x: &DVec3| (springs.pin, springs.held.motion().place(*x, time).0 - *x);
                    springs.held.x_rest().iter().map(way).collect::<Vec<_>>()
                })
                .collect();
            let by_way = |a: &&(usize, DVec3), b: &&(usize, DVec3)| a.1.length().total_cmp(&b.1.length());
            let (least, worst) = (ways.iter().min_by(by_way)?, ways.iter().max_by(by_way)?);
            let travel = worst.1.distance(least.1);
            (travel > APART * body.size).then(|| Likely::PrescribedMotion {
                pin: self.pin_names[worst.0].clone(),
                body: body.shape.name.clone(),
                travel,
                times: travel / body.size,
            })
        })
    }

    /// As [`World::fast_pin`], for pins that hold by springs.
    fn fast_springs(&self, dt: f64) -> Option<Likely> {
        let dt = dt.max(self.state.dt);
        if dt == 0.0 {
            return None;
        }
        self.springs.iter().find_map(|springs| {
            let motion = springs.held.motion();
            let place = |x: DVec3, time: f64| motion.place(x, time).0;
            let way = |x: &DVec3| place(*x, self.load_time() + dt).distance(place(*x, self.load_time()));
            let speed = springs.held.x_rest().iter().map(way).fold(0.0, f64::max) / dt;
            let body = &self.bodies[springs.body];
            let wave = slowest_wave(body);
            (speed > wave).then(|| Likely::FastPin {
                pin: self.pin_names[springs.pin].clone(),
                body: body.shape.name.clone(),
                speed,
                wave,
            })
        })
    }

    /// Parts of a body that move against each other faster than waves travel in it.
    fn too_fast(&self) -> Option<Likely> {
        if self.stepper.needs().equilibrium {
            return None;
        }
        (0..self.bodies.len()).find_map(|index| {
            let (body, v) = (&self.bodies[index], self.points_of(index, &self.state.v));
            let mean = v.iter().sum::<DVec3>() / v.len() as f64;
            let speed = v.iter().map(|v| (*v - mean).length()).fold(0.0, f64::max);
            let wave = slowest_wave(body);
            (speed > wave).then(|| Likely::Speed { body: body.shape.name.clone(), speed, wave })
        })
    }

    fn overload(&self, dt: f64) -> Option<Likely> {
        let time = self.load_time() + dt.max(self.state.dt);
        let strains = (self.first_load..self.system.terms().len()).filter_map(|t| self.load_strain(t, time));
        let (strain, term, force, body) = strains.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let sound = strain <= LARGE_STRAIN;
        (!sound).then(|| Likely::Load {
            load: self.system.terms()[term].name().to_owned(),
            body: self.bodies[body].shape.name.clone(),
            force,
        })
    }

    /// The strain a load would cause if the body were a bar of the size of its bounding box bent by it,
    /// F L / (E b c^2): (strain, term, force, body).
    fn load_strain(&self, term: usize, time: f64) -> Option<(f64, usize, f64, usize)> {
        let load = &self.system.terms()[term];
        let slots = load.force_slots();
        let body = self.body_of_node(*slots.first()? as usize);
        let mut forces = vec![DVec3::ZERO; slots.len()];
        load.forces(&At { q: &self.state.q, v: &self.state.v, time }, &mut forces);
        let shares = slots.iter().map(|&node| self.system.shift_shares()[node as usize]);
        let force: f64 = forces.iter().zip(shares).map(|(f, share)| f.length() * share).sum();
        let young = self.bodies[body].body.materials().iter().map(|m| m.law.lame().young());
        let young = young.fold(f64::INFINITY, f64::min);
        let mut extent = self.bodies[body].extent.to_array();
        extent.sort_by(f64::total_cmp);
        Some((force * extent[2] / (young * extent[1] * extent[0] * extent[0]), term, force, body))
    }

    fn mass_ratio(&self) -> Option<Likely> {
        (0..self.bodies.len()).find_map(|index| {
            let places = self.node_range(index).filter(|&node| self.system.shift_shares()[node] == 1.0);
            let (least, most) = extremes(places.map(|node| self.system.mass.lumped_masses()[node]));
            let ratio = most / least;
            (ratio > HARD_RATIO)
                .then(|| Likely::MassRatio { body: self.bodies[index].shape.name.clone(), ratio })
        })
    }

    fn stiffness_jump(&self) -> Option<Likely> {
        self.bodies.iter().find_map(|body| {
            let (least, most) = extremes(body.body.materials().iter().map(|m| m.law.lame().young()));
            let ratio = most / least;
            (ratio > HARD_RATIO).then(|| Likely::StiffnessJump { body: body.shape.name.clone(), ratio })
        })
    }

    fn nearly_incompressible(&self) -> Option<Likely> {
        self.bodies.iter().find_map(|body| {
            let ratios = body.body.materials().iter().map(|m| m.law.lame().poisson());
            let poisson = ratios.fold(0.0, f64::max);
            (poisson > NEARLY_INCOMPRESSIBLE)
                .then(|| Likely::NearlyIncompressible { body: body.shape.name.clone(), poisson })
        })
    }
}

/// Speed of pressure waves in the softest material of a body (m/s).
fn slowest_wave(body: &WorldBody) -> f64 {
    body.body.materials().iter().map(|material| material.p_wave_speed()).fold(f64::INFINITY, f64::min)
}

fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most), value| (least.min(value), most.max(value)))
}
