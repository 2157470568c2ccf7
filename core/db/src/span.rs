/// Returns the statement's expression for the position of the time `field` among `spans` consecutive
/// spans. They begin at the times in `$bounds`, whose first is at most `field`, and whose last, after
/// `field`, ends the last one.
pub fn span_of(field: &str, spans: usize) -> String {
    let inner = 1..spans;
    let earlier =
        inner.map(|next| format!("IF {field} < $bounds[{next}] {{ {} }} ELSE ", next - 1));
    let last = format!("{{ {} }}", spans.saturating_sub(1));
    match spans {
        0 | 1 => "0".to_owned(),
        _ => format!("({}{last})", earlier.collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_span_but_the_last_has_a_bound() {
        assert_eq!(span_of("at", 1), "0");
        assert_eq!(
            span_of("at", 3),
            "(IF at < $bounds[1] { 0 } ELSE IF at < $bounds[2] { 1 } ELSE { 2 })"
        );
    }
}
