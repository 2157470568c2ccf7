//! Search for skills: query terms and their ranking.

/// A skill as a search sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferedSkill {
    /// Slug of its category, or of its own name.
    pub category: String,
    /// Stems of the distinct words of its name and description.
    pub stems: Vec<String>,
}

/// A search term. Empty texts match nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillTerm {
    /// Folded word, to match against names of people.
    pub word: String,
    /// Stem, to match against the text of skills.
    pub stem: String,
    /// Slugs of the categories that the term may mean.
    pub categories: Vec<String>,
    /// Weight: a word of one trade weighs more than a word of many.
    pub weight: u32,
}

/// A search query. A skill that matches any term is found; skills that match more terms come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillQuery {
    /// Search terms.
    pub terms: Vec<SkillTerm>,
}

impl SkillQuery {
    /// Creates a query for all skills under one slug.
    pub fn category(slug: String) -> Self {
        let term = SkillTerm { categories: vec![slug], weight: 1, ..SkillTerm::default() };
        Self { terms: vec![term] }
    }

    /// Returns the rank of a skill; `None` if it does not match.
    pub fn rank(&self, skill: &OfferedSkill) -> Option<SkillRank> {
        SkillRank::of(self.terms.iter().map(|term| Fit {
            weight: term.weight,
            category: term.categories.contains(&skill.category),
            text: skill.stems.contains(&term.stem),
        }))
    }
}

/// Match of one term with a skill.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// [Weight](SkillTerm::weight) of the term.
    pub weight: u32,
    /// Whether the term may mean the skill's category.
    pub category: bool,
    /// Whether the term occurs in the skill's text.
    pub text: bool,
}

/// Rank of a skill in a search; the best is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkillRank {
    /// Total weight of the terms that match.
    pub weight: u32,
    /// Number of those in the skill's own text: at equal weight, skills that mention the term come
    /// before skills that only belong to the category.
    pub in_text: u32,
}

impl SkillRank {
    /// Returns the rank from the matches of all terms; `None` where no term matches.
    pub fn of(fits: impl Iterator<Item = Fit>) -> Option<Self> {
        let fits = fits.filter(|fit| fit.category || fit.text);
        fits.map(|fit| Self { weight: fit.weight, in_text: u32::from(fit.text) }).reduce(
            |one, other| Self {
                weight: one.weight + other.weight,
                in_text: one.in_text + other.in_text,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(stem: &str, categories: &[&str], weight: u32) -> SkillTerm {
        let categories = categories.iter().map(ToString::to_string).collect();
        SkillTerm { word: stem.to_owned(), stem: stem.to_owned(), categories, weight }
    }

    fn skill(category: &str, stems: &[&str]) -> OfferedSkill {
        let stems = stems.iter().map(ToString::to_string).collect();
        OfferedSkill { category: category.to_owned(), stems }
    }

    #[test]
    fn weight_ranks_first_then_text_matches() {
        let terms = vec![term("fix", &["repairs"], 1), term("tap", &["plumbing", "dance"], 3)];
        let query = SkillQuery { terms };
        let skills = [
            skill("plumbing", &["tap", "fix"]),
            skill("plumbing", &["boiler", "fix"]),
            skill("repairs", &["tap"]),
            skill("dance", &["tap"]),
            skill("plumbing", &[]),
            skill("repairs", &["shelf"]),
        ];
        let ranks = skills.map(|skill| {
            let SkillRank { weight, in_text } = query.rank(&skill).unwrap();
            (weight, in_text)
        });
        assert_eq!(ranks, [(4, 2), (4, 1), (4, 1), (3, 1), (3, 0), (1, 0)]);
        assert_eq!(query.rank(&skill("baking", &["cake"])), None);
        assert_eq!(SkillQuery::default().rank(&skill("baking", &["cake"])), None);
    }

    #[test]
    fn category_query_matches_the_slug_only() {
        let query = SkillQuery::category("baking".to_owned());
        assert!(query.rank(&skill("baking", &[])).is_some());
        assert_eq!(query.rank(&skill("cooking", &["baking"])), None);
    }
}
