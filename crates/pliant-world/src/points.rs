//! Points of bodies, as the world knows them: all of one body, then all of the next. Where the points of a body are its
//! nodes nothing is copied.

use crate::world::{World, WorldBody};
use glam::DVec3;
use pliant_body::BodyLayer;
use std::borrow::Cow;
use std::ops::Range;

impl WorldBody {
    /// Its nodes in the system.
    pub fn nodes(&self) -> Range<usize> {
        self.first_node..self.first_node + self.node_count
    }

    /// Its points among those of the world.
    pub fn points(&self) -> Range<usize> {
        self.first_point..self.first_point + self.shape.rest.len()
    }

    /// Whether its points are its nodes.
    pub fn is_nodal(&self) -> bool {
        self.body.points().is_none()
    }

    /// One point of it, by its own number, from a field over all nodes of the system.
    fn at_point(&self, point: usize, field: &[DVec3]) -> DVec3 {
        let own = &field[self.nodes()];
        self.body.points().map_or_else(|| own[point], |points| points.carrier.value(point, own))
    }

    /// The node of the system that stands for a point in messages: of those that are places the one that carries most.
    pub fn node_behind(&self, point: usize, shift_shares: &[f64]) -> usize {
        let weight = |&(node, weight): &(u32, f64)| shift_shares[self.first_node + node as usize] * weight;
        let row = self.body.carriers(point as u32);
        let most = row.into_iter().max_by(|a, b| weight(a).total_cmp(&weight(b)));
        self.first_node + most.map_or(0, |(node, _)| node as usize)
    }
}

impl World {
    /// Points of a body where they are now (m): nodes without a copy, or what nodes carry.
    pub fn positions(&self, body: usize) -> Cow<'_, [DVec3]> {
        self.points_of(body, &self.state.q)
    }

    /// Points of a body from a field over all nodes of the world (positions, velocities, the shape of a mode).
    pub fn points_of<'a>(&self, body: usize, field: &'a [DVec3]) -> Cow<'a, [DVec3]> {
        let body = &self.bodies[body];
        body.body.at_points(&field[body.nodes()])
    }

    /// A point of the world from a field over all nodes.
    pub(crate) fn at_point(&self, point: u32, field: &[DVec3]) -> DVec3 {
        let body = &self.bodies[self.body_of_point(point as usize)];
        body.at_point(point as usize - body.first_point, field)
    }

    /// Where a point of the world is at rest (m).
    pub(crate) fn point_at_rest(&self, point: u32) -> DVec3 {
        let body = &self.bodies[self.body_of_point(point as usize)];
        body.shape.rest[point as usize - body.first_point]
    }

    pub(crate) fn body_of_point(&self, point: usize) -> usize {
        self.bodies.partition_point(|b| b.first_point <= point) - 1
    }

    /// The node that a point of the world is; none if it is no node.
    pub(crate) fn node_of_point(&self, point: u32) -> Option<usize> {
        let body = &self.bodies[self.body_of_point(point as usize)];
        body.is_nodal().then(|| point as usize - body.first_point + body.first_node)
    }

    /// Where everything that pins hold is now (m), by nodes or by springs.
    pub fn held_places(&self) -> Vec<DVec3> {
        let mut nodes: Vec<u32> = self.system.holds.held().iter().map(|held| held.node).collect();
        nodes.dedup();
        let of_nodes = nodes.into_iter().map(|node| self.state.q[node as usize]);
        let of_springs = self.springs.iter().flat_map(|springs| springs.held.places(&self.state.q));
        of_nodes.chain(of_springs).collect()
    }

    /// What there is to see of a body beside its surface.
    pub fn layers(&self, body: usize) -> Vec<BodyLayer> {
        self.bodies[body].body.layers(self.nodes_of(body))
    }

    /// Unknown nodes of a body.
    pub fn node_count(&self, body: usize) -> usize {
        self.bodies[body].node_count
    }

    /// Nodes of a body that the system moves: positions, and derivatives where a method has such.
    pub(crate) fn nodes_of(&self, body: usize) -> &[DVec3] {
        &self.state.q[self.node_range(body)]
    }

    pub(crate) fn node_range(&self, body: usize) -> Range<usize> {
        self.bodies[body].nodes()
    }

    /// Where a node rests, for messages: that of the place before it, if it is a derivative there.
    pub(crate) fn place_of_node(&self, node: usize) -> DVec3 {
        let first = self.bodies[self.body_of_node(node)].first_node;
        let shares = self.system.shift_shares();
        let place = (first..=node).rev().find(|&i| shares[i] == 1.0).unwrap_or(node);
        self.system.x_rest[place]
    }
}
