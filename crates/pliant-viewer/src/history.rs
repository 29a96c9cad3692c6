//! Rows of numbers over time, for plots: all of them for a page that comes late, the new ones for the others.

use crate::message::ToPage;
use pliant_world::Sample;

/// Rows that are kept; beyond it every second one of the older half goes.
const MOST_ROWS: usize = 20_000;

/// Time, energies and probes.
type Row = Vec<Option<f64>>;

/// All rows since the beginning.
#[derive(Debug, Default)]
pub struct History {
    rows: Vec<Row>,
    /// How many have been told to everybody.
    told: usize,
}

impl History {
    /// Takes in a sample.
    pub fn add(&mut self, sample: &Sample) {
        let energies = &sample.energies;
        let mut row = vec![Some(sample.time), Some(energies.kinetic), Some(energies.elastic), energies.load];
        row.extend(sample.probes.iter().map(|value| value.is_finite().then_some(*value)));
        self.rows.push(row);
        if self.rows.len() > MOST_ROWS {
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        let half = MOST_ROWS / 2;
        let mut number = 0;
        self.rows.retain(|_| {
            number += 1;
            number > half || number % 2 == 1
        });
        self.told = self.told.saturating_sub(half / 2);
    }

    /// Nothing has happened yet.
    pub fn restart(&mut self) {
        *self = Self::default();
    }

    /// For a page that knows nothing.
    pub fn whole(&self) -> ToPage {
        ToPage::Samples { rows: self.rows.clone(), restart: true }
    }

    /// For pages that know all but the new ones, if there are any.
    pub fn new_rows(&mut self) -> Option<ToPage> {
        let rows = self.rows.get(self.told..).filter(|rows| !rows.is_empty())?.to_vec();
        self.told = self.rows.len();
        Some(ToPage::Samples { rows, restart: false })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use pliant_world::Energies;

    fn sample(time: f64) -> Sample {
        Sample {
            time,
            energies: Energies { kinetic: 1.0, elastic: 2.0, load: None },
            probes: vec![f64::NAN, 3.0],
        }
    }

    fn count(message: &ToPage) -> usize {
        match message {
            ToPage::Samples { rows, .. } => rows.len(),
            _ => panic!("these are no rows"),
        }
    }

    #[test]
    fn rows_are_told_once_and_whole_to_who_comes_late() {
        let mut history = History::default();
        history.add(&sample(0.0));
        history.add(&sample(1.0));
        assert_eq!(count(&history.new_rows().unwrap()), 2);
        assert!(history.new_rows().is_none());
        history.add(&sample(2.0));
        assert_eq!((count(&history.new_rows().unwrap()), count(&history.whole())), (1, 3));
        let text = serde_json::to_string(&history.whole()).unwrap();
        assert!(text.contains("[0.0,1.0,2.0,null,null,3.0]"), "{text}");
    }

    #[test]
    fn memory_is_bounded() {
        let mut history = History::default();
        for i in 0..3 * MOST_ROWS {
            history.add(&sample(i as f64));
            if i % 7 == 0 {
                history.new_rows();
            }
        }
        let ToPage::Samples { rows, .. } = history.whole() else { panic!("these are no rows") };
        assert!(rows.len() <= MOST_ROWS);
        assert_eq!((rows[0][0], rows.last().unwrap()[0]), (Some(0.0), Some((3 * MOST_ROWS - 1) as f64)));
        assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]));
    }
}
