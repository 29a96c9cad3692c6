//! Who belongs together, found pair by pair.

/// Numbers in groups; the smallest of a group stands for it.
#[derive(Default)]
pub(crate) struct Groups {
    /// Of each number: itself, or a smaller one of its group.
    parent: Vec<u32>,
    /// All that were ever joined, some of them several times.
    pub joined: Vec<u32>,
}

impl Groups {
    /// All of `count` numbers alone.
    pub fn clear(&mut self, count: usize) {
        if self.parent.len() == count {
            self.joined.iter().for_each(|&i| self.parent[i as usize] = i);
        } else {
            self.parent.clear();
            self.parent.extend(0..count as u32);
        }
        self.joined.clear();
    }

    /// The smallest of the group; the way to it gets shorter for those who ask next.
    pub fn root(&mut self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            let parent = self.parent[i as usize];
            self.parent[i as usize] = self.parent[parent as usize];
            i = parent;
        }
        i
    }

    /// True if the two were not of one group before.
    pub fn join(&mut self, i: u32, j: u32) -> bool {
        let (a, b) = (self.root(i), self.root(j));
        if a == b {
            return false;
        }
        self.parent[a.max(b) as usize] = a.min(b);
        self.joined.extend([i, j]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_stands_for_all_until_they_part() {
        let mut groups = Groups::default();
        groups.clear(6);
        assert!(groups.join(5, 3) && groups.join(4, 2) && groups.join(3, 4));
        assert!(!groups.join(2, 5), "they are of one group by others");
        assert_eq!([0, 1, 2, 3, 4, 5].map(|i| groups.root(i)), [0, 1, 2, 2, 2, 2]);
        groups.clear(6);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|i| groups.root(i)), [0, 1, 2, 3, 4, 5]);
    }
}
