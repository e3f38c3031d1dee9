//! How many of which item: what a plan needs, what an inventory holds.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

/// Item counts by registry name without namespace (`oak_log`), never holding a zero.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(transparent)]
pub struct ItemCounts(BTreeMap<String, u32>);

impl ItemCounts {
    pub fn count(&self, item: &str) -> u32 {
        self.0.get(item).copied().unwrap_or(0)
    }

    /// How many of any of these items.
    pub fn count_any<S: AsRef<str>>(&self, items: &[S]) -> u32 {
        items.iter().map(|item| self.count(item.as_ref())).sum()
    }

    /// Of all items together.
    pub fn total(&self) -> u32 {
        self.0.values().sum()
    }

    pub fn add(&mut self, item: &str, count: u32) {
        if count > 0 {
            *self.0.entry(item.to_owned()).or_default() += count;
        }
    }

    /// Takes `count` out, or nothing and `false` if there are fewer.
    pub fn take(&mut self, item: &str, count: u32) -> bool {
        let have = self.count(item);
        if have < count {
            return false;
        }
        if have == count {
            self.0.remove(item);
        } else {
            self.0.insert(item.to_owned(), have - count);
        }
        true
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(item, count)| (item.as_str(), *count))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, u32)> for ItemCounts {
    fn from_iter<T: IntoIterator<Item = (String, u32)>>(iter: T) -> Self {
        let mut counts = Self::default();
        for (item, count) in iter {
            counts.add(&item, count);
        }
        counts
    }
}

/// `3 oak_log, 1 stick`, or `nothing`.
impl fmt::Display for ItemCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (index, (item, count)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{count} {item}")?;
        }
        Ok(())
    }
}
