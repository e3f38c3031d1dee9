//! The tags of a file, asked by name: what is missing or of another kind is said with its path.

use simdnbt::borrow::{NbtCompound, NbtTag};

/// A compound, and the way to it.
pub(super) struct Tags<'a> {
    path: String,
    of: NbtCompound<'a, 'a>,
}

impl<'a> Tags<'a> {
    pub fn root(of: NbtCompound<'a, 'a>) -> Self {
        Self { path: String::new(), of }
    }

    /// A fault in this compound.
    pub fn wrong(&self, fault: impl std::fmt::Display) -> String {
        let path = self.path.trim_end_matches('/');
        if path.is_empty() { fault.to_string() } else { format!("{path}: {fault}") }
    }

    pub fn has(&self, name: &str) -> bool {
        self.of.contains(name)
    }

    fn need<T>(&self, name: &str, kind: &str, of: impl Fn(&NbtTag<'a, 'a>) -> Option<T>) -> Result<T, String> {
        match self.of.get(name) {
            None => Err(self.wrong(format!("{name} is missing"))),
            Some(tag) => of(&tag).ok_or_else(|| self.wrong(format!("{name} is no {kind}"))),
        }
    }

    /// A whole number, of any width.
    pub fn number(&self, name: &str) -> Result<i64, String> {
        self.need(name, "number", whole)
    }

    pub fn number_or(&self, name: &str, other: i64) -> Result<i64, String> {
        if self.has(name) { self.number(name) } else { Ok(other) }
    }

    /// The length of a side, which programs write as a short without a sign.
    pub fn side(&self, name: &str) -> Result<i64, String> {
        self.need(name, "length", |tag| match tag.short() {
            Some(short) => Some(i64::from(short as u16)),
            None => whole(tag),
        })
    }

    pub fn text(&self, name: &str) -> Result<String, String> {
        self.need(name, "text", |tag| tag.string().map(|text| text.to_string_lossy().into_owned()))
    }

    pub fn bytes(&self, name: &str) -> Result<&'a [u8], String> {
        self.need(name, "array of bytes", NbtTag::byte_array)
    }

    pub fn longs(&self, name: &str) -> Result<Vec<i64>, String> {
        self.need(name, "array of longs", NbtTag::long_array)
    }

    pub fn compound(&self, name: &str) -> Result<Self, String> {
        let of = self.need(name, "compound", NbtTag::compound)?;
        Ok(Self { path: format!("{}{name}/", self.path), of })
    }

    /// The compounds of a list; none where there is no such list, or an empty one of another kind.
    pub fn list(&self, name: &str) -> Result<Vec<Self>, String> {
        if !self.has(name) {
            return Ok(Vec::new());
        }
        let list = self.need(name, "list", NbtTag::list)?;
        if list.empty() {
            return Ok(Vec::new());
        }
        let compounds = list.compounds().ok_or_else(|| self.wrong(format!("{name} is no list of compounds")))?;
        let at = |index: usize| format!("{}{name}/{index}/", self.path);
        Ok(compounds.into_iter().enumerate().map(|(index, of)| Self { path: at(index), of }).collect())
    }

    /// The first list of a list of lists of compounds.
    pub fn first_list(&self, name: &str) -> Result<Vec<Self>, String> {
        let list = self.need(name, "list", NbtTag::list)?;
        let first = list.lists().and_then(|lists| lists.into_iter().next()).and_then(|list| list.compounds());
        let first = first.ok_or_else(|| self.wrong(format!("{name} holds no list of compounds")))?;
        let at = |index: usize| format!("{}{name}/0/{index}/", self.path);
        Ok(first.into_iter().enumerate().map(|(index, of)| Self { path: at(index), of }).collect())
    }

    /// Three whole numbers, a list of them or an array.
    pub fn place(&self, name: &str) -> Result<[i64; 3], String> {
        self.need(name, "place of three whole numbers", |tag| {
            let ints = tag.int_array().or_else(|| tag.list()?.ints())?;
            let three: [i32; 3] = ints.try_into().ok()?;
            Some(three.map(i64::from))
        })
    }

    /// Three numbers.
    pub fn point(&self, name: &str) -> Result<[f64; 3], String> {
        self.need(name, "place of three numbers", |tag| tag.list()?.doubles()?.try_into().ok())
    }

    /// Three whole numbers by the names x, y and z.
    pub fn xyz(&self) -> Result<[i64; 3], String> {
        let axis = |name: &str| {
            let number = self.number(name)?;
            // No world is larger, and sums of these cannot overflow.
            let fits = i32::try_from(number).map(i64::from);
            fits.map_err(|_| self.wrong(format!("{name} is {number}, which lies outside of any world")))
        };
        Ok([axis("x")?, axis("y")?, axis("z")?])
    }

    /// What it holds, by name.
    pub fn entries(&self) -> Vec<(String, Entry<'a>)> {
        self.of.iter().map(|(name, tag)| (name.to_string_lossy().into_owned(), Entry(tag))).collect()
    }

    /// A copy.
    pub fn copied(&self) -> simdnbt::owned::NbtCompound {
        self.of.to_owned()
    }
}

/// A tag whose name is not known beforehand.
pub(super) struct Entry<'a>(NbtTag<'a, 'a>);

impl Entry<'_> {
    pub fn number(&self) -> Option<i64> {
        whole(&self.0)
    }

    pub fn text(&self) -> Option<String> {
        self.0.string().map(|text| text.to_string_lossy().into_owned())
    }
}

fn whole(tag: &NbtTag) -> Option<i64> {
    let int = || tag.int().map(i64::from);
    let short = || tag.short().map(i64::from);
    let byte = || tag.byte().map(i64::from);
    int().or_else(short).or_else(byte).or_else(|| tag.long())
}
