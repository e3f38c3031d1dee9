//! `${...}` in procedures: whole-number arithmetic over a procedure's parameters.
//!
//! `+ - * /` and parentheses; `/` rounds up, for it always asks how many craftings are needed for so many items.

use std::collections::BTreeMap;

/// The values of a procedure's parameters.
pub type Values = BTreeMap<String, i64>;

/// Fills in every `${...}` of a text.
///
/// # Errors
/// What is wrong with an expression, in a sentence.
pub fn fill(text: &str, values: &Values) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}') else { return Err(format!("{text:?} has a ${{ without its }}")) };
        out.push_str(&rest[..start]);
        out.push_str(&evaluate(&rest[start + 2..start + end], values)?.to_string());
        rest = &rest[start + end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The value of an expression such as `2 + count / 4`.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn evaluate(expression: &str, values: &Values) -> Result<i64, String> {
    let mut parser = Parser { rest: expression, whole: expression, values, depth: 0 };
    let value = parser.sum()?;
    if parser.rest.trim().is_empty() { Ok(value) } else { Err(parser.wrong()) }
}

struct Parser<'a> {
    rest: &'a str,
    whole: &'a str,
    values: &'a Values,
    depth: u32,
}

impl Parser<'_> {
    fn wrong(&self) -> String {
        format!(
            "${{{}}} cannot be read at {:?}: numbers, parameters, + - * / and parentheses are known",
            self.whole, self.rest
        )
    }

    fn eat(&mut self, symbol: char) -> bool {
        self.rest = self.rest.trim_start();
        let eaten = self.rest.strip_prefix(symbol);
        self.rest = eaten.unwrap_or(self.rest);
        eaten.is_some()
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut value = self.product()?;
        loop {
            let result = if self.eat('+') {
                value.checked_add(self.product()?)
            } else if self.eat('-') {
                value.checked_sub(self.product()?)
            } else {
                return Ok(value);
            };
            value = result.ok_or_else(|| format!("${{{}}} is too large", self.whole))?;
        }
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut value = self.atom()?;
        loop {
            let result = if self.eat('*') {
                value.checked_mul(self.atom()?)
            } else if self.eat('/') {
                let by = self.atom()?;
                if by <= 0 {
                    return Err(format!("${{{}}} divides by {by}", self.whole));
                }
                value.checked_add(by - 1).map(|sum| sum.div_euclid(by))
            } else {
                return Ok(value);
            };
            value = result.ok_or_else(|| format!("${{{}}} is too large", self.whole))?;
        }
    }

    fn atom(&mut self) -> Result<i64, String> {
        if self.eat('(') {
            self.depth += 1;
            if self.depth > 32 {
                return Err(format!("${{{}}} is nested too deep", self.whole));
            }
            let value = self.sum()?;
            self.depth -= 1;
            return if self.eat(')') { Ok(value) } else { Err(self.wrong()) };
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(self.wrong());
        }
        let value = match word.parse() {
            Ok(number) => number,
            Err(_) => *self.values.get(word).ok_or_else(|| {
                let known: Vec<&str> = self.values.keys().map(String::as_str).collect();
                let known = if known.is_empty() { "there are none".to_owned() } else { known.join(", ") };
                format!("${{{}}}: no parameter is called {word:?} (known: {known})", self.whole)
            })?,
        };
        self.rest = rest;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let values: Values = [("count".to_owned(), 10)].into();
        assert_eq!(evaluate("count", &values), Ok(10));
        assert_eq!(evaluate("2 + count / 4", &values), Ok(5));
        assert_eq!(evaluate("(2 + count) / 4 * 4 - 1", &values), Ok(11));
        assert_eq!(fill("${count}", &values).as_deref(), Ok("10"));
        assert_eq!(fill("make ${count / 4} of them", &values).as_deref(), Ok("make 3 of them"));
        assert_eq!(fill("no dollars", &values).as_deref(), Ok("no dollars"));
        for bad in ["", "count +", "counts", "1 / 0", "(1", "1)", "9223372036854775807 + 1", "a b", "é"] {
            assert!(evaluate(bad, &values).is_err(), "{bad}");
        }
        assert!(fill("${count", &values).is_err());
    }
}
