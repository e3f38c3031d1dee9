//! The commands as a tree of words and arguments: from it a text is understood, a line completed, a client told.
//!
//! Built from the table of all forms. Understanding a text follows vanilla's parser, so that its faults are told at the
//! same places with the same words: a word that fits goes before any argument, of several arguments the one that gets
//! to the end goes first, and only a lone fault is told as such.

use azalea_protocol::packets::game::{
    ClientboundCommands,
    c_commands::{BrigadierNodeStub, NodeType},
};

use crate::{
    commands::{
        asker::Asker,
        fault::Fault,
        kinds::{Is, Kind, Value},
        reader::Reader,
    },
    game::Game,
};

/// What does a command.
pub(super) type Deed = fn(&mut Game, &Asker, &Arguments) -> Result<(), Fault>;

/// A piece of a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    Word(&'static str),
    Argument(&'static str, Kind),
}

/// One way to write a command, and what does it.
pub(crate) struct Form {
    /// Whether players who are no operators may.
    pub open: bool,
    pub pieces: Vec<Piece>,
    pub deed: Deed,
}

/// The arguments that were given, by their names in the form, and its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    values: Vec<(&'static str, Value)>,
    words: Vec<&'static str>,
}

impl Arguments {
    /// An argument that the form may not have.
    pub fn find<T: Is>(&self, name: &str) -> Option<&T> {
        self.values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| T::of(value))
    }

    /// The form's last word: for forms that differ by it alone.
    pub fn last_word(&self) -> &'static str {
        self.words.last().copied().unwrap_or_default()
    }

    /// An argument that every form of the command has.
    pub fn get<T: Is>(&self, name: &str) -> Result<&T, Fault> {
        self.find(name).ok_or_else(|| Fault::new("command.failed", []))
    }
}

#[derive(Default)]
struct Node {
    piece: Option<Piece>,
    open: bool,
    deed: Option<Deed>,
    children: Vec<usize>,
}

pub(crate) struct Tree {
    /// The first is the root.
    nodes: Vec<Node>,
}

/// How far one way of understanding a text got.
struct Attempt<'a> {
    reader: Reader<'a>,
    arguments: Arguments,
    deed: Option<Deed>,
    /// What was wrong with each of the arguments that might have come next.
    faults: Vec<Fault>,
    depth: u32,
}

impl Tree {
    pub fn new(forms: impl IntoIterator<Item = Form>) -> Self {
        let mut tree = Self { nodes: vec![Node::default()] };
        for form in forms {
            let mut at = 0;
            for piece in form.pieces {
                at = tree.child(at, piece);
                tree.nodes[at].open |= form.open;
            }
            tree.nodes[at].deed = Some(form.deed);
        }
        tree
    }

    fn child(&mut self, parent: usize, piece: Piece) -> usize {
        let known = self.nodes[parent].children.iter().find(|&&child| self.nodes[child].piece == Some(piece));
        if let Some(&known) = known {
            return known;
        }
        self.nodes.push(Node { piece: Some(piece), ..Node::default() });
        let child = self.nodes.len() - 1;
        self.nodes[parent].children.push(child);
        child
    }

    fn is_for(&self, node: usize, operator: bool) -> bool {
        operator || self.nodes[node].open
    }

    /// What a command, written without its slash, asks for.
    pub fn understand(&self, text: &str, operator: bool) -> Result<(Deed, Arguments), Fault> {
        let start = Attempt {
            reader: Reader::new(text),
            arguments: Arguments::default(),
            deed: None,
            faults: Vec::new(),
            depth: 0,
        };
        let Attempt { reader, arguments, deed, mut faults, depth } = self.follow(0, start, operator);
        if !reader.is_at_end() {
            return Err(match faults.pop() {
                Some(lone) if faults.is_empty() => lone,
                _ if depth == 0 => Fault::new("command.unknown.command", []).at(reader.at),
                _ => Fault::new("command.unknown.argument", []).at(reader.at),
            });
        }
        let deed = deed.ok_or_else(|| Fault::new("command.unknown.command", []).at(reader.at))?;
        Ok((deed, arguments))
    }

    /// The children of a node that the next word may be: the one that is this word, else all arguments.
    fn next_nodes(&self, node: usize, reader: Reader<'_>, operator: bool) -> Vec<usize> {
        let word = { reader }.word();
        let children = self.nodes[node].children.iter().copied().filter(|&child| self.is_for(child, operator));
        let (words, arguments): (Vec<_>, Vec<_>) =
            children.partition(|&child| matches!(self.nodes[child].piece, Some(Piece::Word(_))));
        let same = words.into_iter().find(|&child| word_of(self, child) == word);
        same.map_or(arguments, |same| vec![same])
    }

    fn follow<'a>(&self, node: usize, so_far: Attempt<'a>, operator: bool) -> Attempt<'a> {
        let mut faults = Vec::new();
        let mut best: Option<Attempt<'a>> = None;
        for child in self.next_nodes(node, so_far.reader, operator) {
            let mut reader = so_far.reader;
            let mut arguments = so_far.arguments.clone();
            if let Err(fault) = self.step(child, &mut reader, &mut arguments) {
                faults.push(fault);
                continue;
            }
            let deed = self.nodes[child].deed;
            let attempt = Attempt { reader, arguments, deed, faults: Vec::new(), depth: so_far.depth + 1 };
            // A single blank at the end is not the beginning of another argument.
            let attempt = if reader.rest().chars().nth(1).is_some() {
                let mut beyond = attempt;
                beyond.reader.skip();
                self.follow(child, beyond, operator)
            } else {
                attempt
            };
            let rank = |attempt: &Attempt<'_>| (attempt.reader.is_at_end(), attempt.faults.is_empty());
            if best.as_ref().is_none_or(|best| rank(best) < rank(&attempt)) {
                best = Some(attempt);
            }
        }
        best.unwrap_or(Attempt { faults, ..so_far })
    }

    /// Reads one piece, which must end at a blank or the text's end.
    fn step(&self, node: usize, reader: &mut Reader<'_>, arguments: &mut Arguments) -> Result<(), Fault> {
        match self.nodes[node].piece {
            Some(Piece::Argument(name, kind)) => arguments.values.push((name, kind.read(reader)?)),
            Some(Piece::Word(word)) => {
                reader.word();
                arguments.words.push(word);
            }
            None => {}
        }
        if !reader.is_at_end() && reader.peek() != Some(' ') {
            return Err(Fault::new("command.expected.separator", []).at(reader.at));
        }
        Ok(())
    }

    /// Where the last word of a text begins, and what it may be.
    pub fn completions(&self, text: &str, players: &[String], operator: bool) -> (usize, Vec<String>) {
        let (mut start, mut found) = (text.len(), Vec::new());
        self.complete(0, Reader::new(text), players, operator, &mut start, &mut found);
        found.sort();
        found.dedup();
        (start, found)
    }

    fn complete(
        &self,
        node: usize,
        reader: Reader<'_>,
        players: &[String],
        operator: bool,
        start: &mut usize,
        found: &mut Vec<String>,
    ) {
        for child in self.next_nodes(node, reader, operator) {
            let mut beyond = reader;
            if self.step(child, &mut beyond, &mut Arguments::default()).is_ok() && beyond.takes(' ') {
                self.complete(child, beyond, players, operator, start, found);
            }
        }
        let typed = reader.rest().to_lowercase();
        for &child in self.nodes[node].children.iter().filter(|&&child| self.is_for(child, operator)) {
            let candidates = match self.nodes[child].piece {
                Some(Piece::Word(word)) => vec![word.to_owned()],
                Some(Piece::Argument(_, kind)) => kind.completions(players),
                None => Vec::new(),
            };
            // A name may be begun without its namespace.
            let begins = |candidate: &String| {
                let whole = candidate.to_lowercase();
                whole.starts_with(&typed) || crate::knowledge::plain(&whole).starts_with(&typed)
            };
            let fitting: Vec<String> = candidates.into_iter().filter(begins).collect();
            if !fitting.is_empty() {
                *start = reader.at;
                found.extend(fitting);
            }
        }
    }

    /// Each command's forms in short, as `/help` shows them.
    pub fn usages(&self, of: Option<&str>, operator: bool) -> Vec<String> {
        let roots = self.nodes[0].children.iter().copied().filter(|&child| self.is_for(child, operator));
        let wanted = roots.filter(|&root| of.is_none_or(|name| word_of(self, root) == name));
        wanted.flat_map(|root| self.usages_from(root).into_iter().map(|usage| format!("/{usage}"))).collect()
    }

    fn usages_from(&self, node: usize) -> Vec<String> {
        let own = match self.nodes[node].piece {
            Some(Piece::Word(word)) => word.to_owned(),
            Some(Piece::Argument(name, _)) => format!("<{name}>"),
            None => String::new(),
        };
        self.tails(node).into_iter().map(|tail| format!("{own} {tail}").trim_end().to_owned()).collect()
    }

    /// What may follow a node. Words that go on alike stand together.
    fn tails(&self, node: usize) -> Vec<String> {
        // The words, none for an argument, and how each goes on.
        let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        for &child in &self.nodes[node].children {
            let Some(Piece::Word(word)) = self.nodes[child].piece else {
                groups.push((Vec::new(), self.usages_from(child)));
                continue;
            };
            let rests = self.tails(child);
            match groups.iter_mut().find(|(words, known)| !words.is_empty() && *known == rests) {
                Some((words, _)) => words.push(word),
                None => groups.push((vec![word], rests)),
            }
        }
        let shown = |(words, rests): (Vec<&str>, Vec<String>)| {
            let word = if words.len() > 1 { format!("({})", words.join("|")) } else { words.concat() };
            rests.into_iter().map(move |rest| format!("{word} {rest}").trim().to_owned())
        };
        let mut tails: Vec<String> = groups.into_iter().flat_map(shown).collect();
        // What may be left out stands in brackets.
        match (self.nodes[node].deed.is_some(), tails.len()) {
            (true, 1) => tails[0] = format!("[{}]", tails[0]),
            (true, _) => tails.insert(0, String::new()),
            (false, _) => {}
        }
        tails
    }

    /// What a client is told, so that it can check and complete commands while they are typed.
    pub fn packet(&self, operator: bool) -> ClientboundCommands {
        let mut order = vec![0];
        let mut next = 0;
        while next < order.len() {
            let children = self.nodes[order[next]].children.iter().copied();
            order.extend(children.filter(|&child| self.is_for(child, operator)));
            next += 1;
        }
        let place = |node: usize| order.iter().position(|&other| other == node).map(|place| place as u32);
        let entries = order.iter().map(|&node| {
            let Node { piece, deed, children, .. } = &self.nodes[node];
            let node_type = match *piece {
                None => NodeType::Root,
                Some(Piece::Word(word)) => NodeType::Literal { name: word.to_owned() },
                Some(Piece::Argument(name, kind)) => {
                    // None: every kind of argument here is completed by clients themselves.
                    NodeType::Argument { name: name.to_owned(), parser: kind.parser(), suggestions_type: None }
                }
            };
            let children = children.iter().filter(|&&child| self.is_for(child, operator));
            BrigadierNodeStub {
                is_executable: deed.is_some(),
                children: children.filter_map(|&child| place(child)).collect(),
                redirect_node: None,
                node_type,
                is_restricted: false,
            }
        });
        ClientboundCommands { entries: entries.collect(), root_index: 0 }
    }
}

fn word_of(tree: &Tree, node: usize) -> &'static str {
    if let Some(Piece::Word(word)) = tree.nodes[node].piece { word } else { "" }
}
