//! The blueprints that come with the program, found by their names.

use std::sync::LazyLock;

use super::drawing::Drawing;

/// A drawing that comes with the program.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// Its file's name.
    pub name: &'static str,
    pub drawing: Drawing,
}

impl Shipped {
    /// All that it is called, its own name first, in words.
    pub fn called(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name).chain(self.drawing.names.iter().map(String::as_str))
    }
}

#[derive(Debug)]
pub struct Library {
    shipped: Vec<Shipped>,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../assets/blueprints/", $name, ".yaml")))),*]
    };
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let read = |(name, text): (&'static str, &str)| Shipped {
        name,
        drawing: Drawing::read(text).unwrap_or_else(|fault| panic!("assets/blueprints/{name}.yaml: {fault}")),
    };
    Library {
        shipped: shipped![
            "house",
            "cottage",
            "watchtower",
            "storage_room",
            "pen",
            "wall",
            "bridge",
            "mine_entrance",
            "church",
            "lighthouse",
            "pillar",
            "lamp_post",
            "plain_wall",
            "floor",
        ]
        .into_iter()
        .map(read)
        .collect(),
    }
});

/// What comes with the program.
pub fn library() -> &'static Library {
    &LIBRARY
}

impl Library {
    pub fn iter(&self) -> impl Iterator<Item = &Shipped> {
        self.shipped.iter()
    }

    /// The blueprint that is called so.
    pub fn get(&self, name: &str) -> Option<&Shipped> {
        self.shipped
            .iter()
            .find(|shipped| shipped.called().any(|called| called == name || called.replace('_', " ") == name))
    }

    /// What none of them is, each with the one that comes nearest to it.
    pub fn near(&self) -> impl Iterator<Item = (&str, &Shipped)> {
        self.shipped.iter().flat_map(|shipped| shipped.drawing.near.iter().map(move |name| (name.as_str(), shipped)))
    }

    /// The names, for whoever asks for another.
    pub fn names(&self) -> Vec<&'static str> {
        self.shipped.iter().map(|shipped| shipped.name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_built() {
        for shipped in library().iter() {
            for wood in ["oak", "cherry"] {
                let with = shipped.drawing.parameters.keys().map(|name| (name.clone(), wood.to_owned())).collect();
                let blueprint = shipped.drawing.make(&with, [None; 3]).unwrap();
                assert!(blueprint.blocks() > 0 && !blueprint.items().unwrap().is_empty(), "{}", shipped.name);
            }
        }
    }
}
