//! What peridynamic bodies do as a cloud of points.

use super::balance::BondBalance;
use super::bending::Bending;
use super::bond_law::BondLaw;
use super::bonds::{BondSearch, Bonds, Influence, OrthotropyOf};
use super::dimension::Extent;
use super::elastic::BondElastic;
use super::loose::join_loose;
use super::sheet::flatten;
use super::springs::Springs;
use super::stencils::Stencils;
use crate::body::PointFields;
use crate::cloud::{CloudError, CloudModel, CloudPhysics, CloudSetup, Neighbours, Placed, fields_by_law};
use crate::pack_term::PackTerm;
use crate::phyxel::{Basis, LawTerms, balance_cloud, carried_areas, fitted_gradient};
use glam::{DMat3, DVec3};
use pliant_material::bond::Orthotropy;
use pliant_material::laws::StableNeoHookean;
use pliant_material::{AnyLaw, measures};
use pliant_math::small::outer_product;
use pliant_system::{StandIn, Term};

/// How a law acts between points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By the stretches of bonds, for materials that have functions of them, and for St. Venant-Kirchhoff's law.
    Bonds,
    /// By F fitted to the bonds, for every law psi(F).
    Correspondence,
}

/// What belongs to peridynamic bodies beside the cloud.
#[derive(Clone, Debug)]
pub struct PeridynamicSetup {
    /// The points.
    pub cloud: CloudSetup,
    /// How far bonds reach, in spacings.
    pub horizon: f64,
    /// How much they count by their length.
    pub influence: Influence,
    /// By material.
    pub forms: Vec<Form>,
    /// First two directions of the material at each point; empty for the axes of the body.
    pub directions: Vec<[DVec3; 2]>,
    /// beta of the correspondence form: how stiffly motions are held that F does not see.
    pub stabilisation: f64,
}

impl PeridynamicSetup {
    /// Finds bonds and what carries the surface.
    ///
    /// # Errors
    /// If a point has no neighbours, or in the correspondence form none that span space.
    pub fn model(mut self) -> Result<CloudModel, CloudError> {
        if self.cloud.points.is_empty() {
            return Err(CloudError::Empty);
        }
        let mut found = self.search(&|_| None).within_horizons();
        if join_loose(&mut self, &found) {
            found = self.search(&|_| None).within_horizons();
        }
        let orthotropy = |i: usize| -> Option<(Orthotropy, [DVec3; 2])> {
            let of = self.cloud.material(i).orthotropy?;
            Some((of, self.directions.get(i).copied().unwrap_or([DVec3::X, DVec3::Y])))
        };
        let (neighbours, bonds) = self.search(&orthotropy).find(found)?;
        let cloud = &self.cloud;
        let form = |i: usize| self.forms[cloud.material_of_point[i] as usize];
        let is_flat = |i: &usize| form(*i) == Form::Correspondence && bonds.extent(*i).dimension < 3;
        if let Some(i) = (0..cloud.points.len()).find(is_flat) {
            let neighbours = neighbours.range(i).len();
            return Err(CloudError::Flat { at: cloud.points[i], neighbours });
        }
        let is_thin = bonds.is_thin();
        let has = |wanted: Form| (0..cloud.points.len()).any(|i| form(i) == wanted);
        let (has_laws, has_bonds) = (has(Form::Correspondence), has(Form::Bonds));
        if is_thin {
            flatten(&mut self.cloud, &neighbours, &bonds.extents());
        }
        let physics = PeridynamicPhysics {
            bonds,
            is_thin,
            has_laws,
            has_bonds,
            forms: self.forms,
            stabilisation: self.stabilisation,
        };
        CloudModel::new(self.cloud, neighbours, Box::new(physics))
    }

    fn search<'a>(&'a self, orthotropy: OrthotropyOf<'a>) -> BondSearch<'a> {
        let CloudSetup { points, volumes, spacings, .. } = &self.cloud;
        let (horizon, influence) = (self.horizon, self.influence);
        BondSearch { points, volumes, spacings, horizon, influence, orthotropy }
    }
}

/// Bonds, and laws of F fitted to them.
struct PeridynamicPhysics {
    bonds: Bonds,
    /// Some points are parts of layers or fibres.
    is_thin: bool,
    /// Some materials are in the correspondence form.
    has_laws: bool,
    /// Some are in that of bonds.
    has_bonds: bool,
    /// By material.
    forms: Vec<Form>,
    stabilisation: f64,
}

impl PeridynamicPhysics {
    fn balance_bonds(&mut self, setup: &CloudSetup, neighbours: &Neighbours, areas: &[DVec3]) {
        let spacing = setup.spacings.iter().sum::<f64>() / setup.spacings.len() as f64;
        let balance = BondBalance::new(neighbours, &setup.points, &setup.volumes, spacing, areas);
        self.bonds.change(neighbours, |weights, moments| balance.balanced(weights, moments));
    }

    fn form(&self, setup: &CloudSetup, i: usize) -> Form {
        self.forms[setup.material_of_point[i] as usize]
    }

    fn bond_terms(
        &self,
        cloud: Placed<'_>,
        name: &str,
        first_node: u32,
        material: u32,
    ) -> Vec<Box<dyn Term>> {
        let of = &cloud.setup.materials[material as usize];
        let has = |dimension: usize| {
            let is_here = |i: usize| {
                cloud.setup.material_of_point[i] == material && self.bonds.extent(i).dimension == dimension
            };
            (0..cloud.x_rest.len()).any(is_here)
        };
        let kinds = [(3, "bonds"), (2, "bonds of layers"), (1, "bonds of fibres")];
        let term = |(dimension, kind): (usize, &str)| -> Box<dyn Term> {
            let physics = BondElastic {
                law: BondLaw::new(of, dimension),
                stencils: Stencils::new(cloud, &self.bonds, material, dimension, first_node),
                springs: Springs::default(),
            };
            Box::new(PackTerm::new(format!("{name} (elastic, {kind})"), physics))
        };
        kinds.into_iter().filter(|(dimension, _)| has(*dimension)).map(term).collect()
    }

    /// W of a point, by its bonds.
    fn energy_of_bonds(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> f64 {
        let law = BondLaw::new(cloud.setup.material(i), self.bonds.extent(i).dimension);
        let stretch = |at: usize| {
            let present = q[cloud.neighbours.ids[at] as usize].distance(q[i]);
            (present / cloud.offset(i, at).length()).max(f64::MIN_POSITIVE)
        };
        let (mut dilation, mut stretched) = (0.0, 0.0);
        let weights = self.bonds.dilation(i).iter().zip(self.bonds.stretch(i));
        for (at, (a, b)) in cloud.neighbours.range(i).zip(weights) {
            let tau = stretch(at);
            dilation += a * law.measure(tau - 1.0);
            stretched += b * law.h.value(tau, tau - 1.0, 1.0 / tau);
        }
        let theta = 1.0 + dilation;
        law.lambda * law.g.value(theta, dilation, 1.0 / theta) + law.mu * stretched
    }

    /// Fields of bonds that F stretches.
    fn fields_of_bonds(&self, cloud: Placed<'_>, i: usize, F: &DMat3) -> PointFields {
        let law = BondLaw::new(cloud.setup.material(i), self.bonds.extent(i).dimension);
        let directions = || cloud.neighbours.range(i).map(|at| cloud.offset(i, at).normalize());
        let (first, second) = (self.bonds.dilation(i), self.bonds.stretch(i));
        let tau = |n: DVec3| (*F * n).length().max(f64::MIN_POSITIVE);
        let dilation: f64 = directions().zip(first).map(|(n, a)| a * law.measure(tau(n) - 1.0)).sum();
        let theta = 1.0 + dilation;
        let pressure = law.lambda * law.g.slope(theta, dilation, 1.0 / theta);
        let mut P = DMat3::ZERO;
        let mut energy = law.lambda * law.g.value(theta, dilation, 1.0 / theta);
        for (n, (a, b)) in directions().zip(first.iter().zip(second)) {
            let tau = tau(n);
            let (e, r) = (tau - 1.0, 1.0 / tau);
            let tension = a * pressure * law.measure_slope(tau) + b * law.mu * law.h.slope(tau, e, r);
            P += outer_product(*F * n / tau, n) * tension;
            energy += b * law.mu * law.h.value(tau, e, r);
        }
        let volume_ratio = F.determinant();
        PointFields {
            volume: cloud.setup.volumes[i],
            volume_ratio,
            strain: measures::green_strain(F),
            stress: P * F.transpose() * (1.0 / volume_ratio),
            surface_von_mises: None,
            energy_density: energy,
            measures: None,
        }
    }
}

impl CloudPhysics for PeridynamicPhysics {
    fn method(&self) -> &'static str {
        "peridynamic"
    }

    fn layer(&self) -> (&'static str, &'static str) {
        ("points", "Points")
    }

    fn may_be_thin(&self) -> bool {
        self.is_thin
    }

    fn balance(&mut self, setup: &CloudSetup, neighbours: &mut Neighbours, rows: &mut [Vec<(u32, f64)>]) {
        if self.is_thin {
            return;
        }
        if self.has_laws {
            balance_cloud(setup, Basis::Linear, neighbours, rows);
        }
        if self.has_bonds
            && BondBalance::is_worth_it(neighbours)
            && let Some(areas) = carried_areas(setup, rows)
        {
            self.balance_bonds(setup, neighbours, &areas);
        }
    }

    fn gradient(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> DMat3 {
        if self.bonds.extent(i).dimension == 3 {
            return fitted_gradient(Basis::Linear, cloud, i, q);
        }
        thin_gradient(cloud, i, q)
    }

    fn fields_of(&self, cloud: Placed<'_>, i: usize, F: &DMat3) -> PointFields {
        match self.form(cloud.setup, i) {
            Form::Correspondence => fields_by_law(cloud.setup, i, F),
            Form::Bonds => self.fields_of_bonds(cloud, i, F),
        }
    }

    /// Energy is that of the bonds as they are, and not as F would have them.
    fn fields(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> PointFields {
        let fields = self.fields_of(cloud, i, &self.gradient(cloud, i, q));
        match self.form(cloud.setup, i) {
            Form::Correspondence => fields,
            Form::Bonds => PointFields { energy_density: self.energy_of_bonds(cloud, i, q), ..fields },
        }
    }

    fn elastic_terms(&self, cloud: Placed<'_>, name: &str, first_node: u32) -> Vec<Box<dyn Term>> {
        let (basis, stabilisation) = (Basis::Linear, self.stabilisation);
        let of = |material: u32| match self.forms[material as usize] {
            Form::Bonds => self.bond_terms(cloud, name, first_node, material),
            Form::Correspondence => {
                let terms = LawTerms { cloud, name, first_node, basis, stabilisation };
                vec![terms.of_material(material, 0.0)]
            }
        };
        let mut terms: Vec<Box<dyn Term>> = cloud.setup.used_materials().flat_map(of).collect();
        if self.is_thin {
            terms.extend(Bending::new(cloud, &self.bonds.extents()).term(name, first_node));
        }
        terms
    }

    /// Bonds do not know left from right and have many states of balance between; a law of F has one.
    fn stand_ins(&self, cloud: Placed<'_>, name: &str, first_node: u32) -> Vec<StandIn> {
        if self.is_thin {
            return Vec::new();
        }
        let terms =
            LawTerms { cloud, name, first_node, basis: Basis::Linear, stabilisation: self.stabilisation };
        let stand_in = |material: u32| {
            let lame = cloud.setup.materials[material as usize].law.lame();
            terms.with_law(material, AnyLaw::StableNeoHookean(StableNeoHookean(lame)), 0.0)
        };
        let is_of_bonds = |(_, material): &(usize, u32)| self.forms[*material as usize] == Form::Bonds;
        let materials = cloud.setup.used_materials().enumerate().filter(is_of_bonds);
        materials.map(|(term, material)| (term, stand_in(material))).collect()
    }
}

/// F of a layer or fibre: fitted along it; what is across stays across and keeps its length.
fn thin_gradient(cloud: Placed<'_>, i: usize, q: &[DVec3]) -> DMat3 {
    let neighbours = cloud.neighbours;
    let around = || neighbours.range(i).map(|at| (cloud.offset(i, at), neighbours.weight(i, at)));
    let extent = Extent::new(around());
    let axis = |k: usize| extent.axes.col(k);
    // Fit in the axes that matter: unit spread elsewhere makes the matrix regular without changing these.
    let mut M = DMat3::ZERO;
    let mut sums = DMat3::ZERO;
    for (at, (x, w)) in neighbours.range(i).zip(around()) {
        let mut local = extent.axes.transpose() * x;
        (extent.dimension..3).for_each(|k| local[k] = 0.0);
        M += outer_product(local, local) * w;
        sums += outer_product(q[neighbours.ids[at] as usize] - q[i], local) * w;
    }
    (extent.dimension..3).for_each(|k| M.col_mut(k)[k] = 1.0);
    let mut along = sums * M.inverse();
    let first = along.col(0).try_normalize().unwrap_or(axis(0));
    if extent.dimension == 1 {
        *along.col_mut(1) = first.any_orthonormal_vector();
    }
    *along.col_mut(2) = along.col(0).cross(along.col(1)).try_normalize().unwrap_or(axis(2));
    along * extent.axes.transpose()
}
