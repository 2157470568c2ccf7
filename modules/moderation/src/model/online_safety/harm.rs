//! Kinds of illegal content that a risk assessment must consider.

use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

/// A kind of priority illegal content, as Ofcom groups those of the Online Safety Act 2023:
/// <https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Harm {
    /// Terrorism.
    Terrorism,
    /// Sexual exploitation and abuse of children.
    ChildAbuse,
    /// Hate.
    Hate,
    /// Harassment, stalking, threats and abuse.
    Harassment,
    /// Controlling or coercive behaviour.
    CoerciveControl,
    /// Abuse of intimate images.
    IntimateImages,
    /// Extreme pornography.
    ExtremePornography,
    /// Sexual exploitation of adults.
    SexualExploitation,
    /// Human trafficking.
    Trafficking,
    /// Unlawful immigration.
    UnlawfulImmigration,
    /// Fraud and other financial offences.
    Fraud,
    /// Proceeds of crime.
    ProceedsOfCrime,
    /// Drugs and psychoactive substances.
    Drugs,
    /// Firearms, knives and other weapons.
    Weapons,
    /// Encouraging or assisting suicide or serious self-harm.
    Suicide,
    /// Foreign interference.
    ForeignInterference,
    /// Cruelty to animals.
    AnimalCruelty,
}

/// All kinds, in the order in which they are assessed.
pub(crate) const HARMS: [Harm; 17] = [
    Harm::Terrorism,
    Harm::ChildAbuse,
    Harm::Hate,
    Harm::Harassment,
    Harm::CoerciveControl,
    Harm::IntimateImages,
    Harm::ExtremePornography,
    Harm::SexualExploitation,
    Harm::Trafficking,
    Harm::UnlawfulImmigration,
    Harm::Fraud,
    Harm::ProceedsOfCrime,
    Harm::Drugs,
    Harm::Weapons,
    Harm::Suicide,
    Harm::ForeignInterference,
    Harm::AnimalCruelty,
];

/// A kind of harm, and what the site does about it already.
#[derive(Clone, Debug)]
pub(crate) struct HarmOnSite {
    pub(crate) harm: Harm,
    /// Proposal for the measures of an assessment.
    pub(crate) measures: String,
}

impl Harm {
    /// Returns the title for readers.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Terrorism => "Terrorism",
            Self::ChildAbuse => "Sexual exploitation and abuse of children",
            Self::Hate => "Hate",
            Self::Harassment => "Harassment, stalking, threats and abuse",
            Self::CoerciveControl => "Controlling or coercive behaviour",
            Self::IntimateImages => "Abuse of intimate images",
            Self::ExtremePornography => "Extreme pornography",
            Self::SexualExploitation => "Sexual exploitation of adults",
            Self::Trafficking => "Human trafficking",
            Self::UnlawfulImmigration => "Unlawful immigration",
            Self::Fraud => "Fraud and other financial offences",
            Self::ProceedsOfCrime => "Proceeds of crime",
            Self::Drugs => "Drugs and psychoactive substances",
            Self::Weapons => "Firearms, knives and other weapons",
            Self::Suicide => "Encouraging or assisting suicide or serious self-harm",
            Self::ForeignInterference => "Foreign interference",
            Self::AnimalCruelty => "Cruelty to animals",
        }
    }

    /// Returns how it could appear among neighbours.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Terrorism => {
                "A message or an offer that recruits for, funds or praises a banned group."
            }
            Self::ChildAbuse => {
                "An adult who seeks children through childcare, lessons or a family's profile; \
                 indecent pictures in messages."
            }
            Self::Hate => "Insults or threats to a neighbour for who they are.",
            Self::Harassment => {
                "Unwanted messages after a booking, threats, or a neighbour who is followed."
            }
            Self::CoerciveControl => {
                "A partner who watches or controls what a member books and writes."
            }
            Self::IntimateImages => {
                "Private pictures that are sent, or threatened to be sent, without consent."
            }
            Self::ExtremePornography => "Such pictures in messages, or on a profile.",
            Self::SexualExploitation => "Sexual services that are offered or asked for as a skill.",
            Self::Trafficking => {
                "People who are made to work for another, such as for cleaning or nails."
            }
            Self::UnlawfulImmigration => "Offers of false papers, or of help to cross a border.",
            Self::Fraud => {
                "Payment asked for outside the site, services that never come, false identities."
            }
            Self::ProceedsOfCrime => "Bookings that only move money between accounts.",
            Self::Drugs => "Sale of drugs, or of medicine that needs a prescription.",
            Self::Weapons => "Sale or repair of weapons, or of parts for them.",
            Self::Suicide => "Messages that urge somebody to harm themselves.",
            Self::ForeignInterference => "False accounts that spread lies for another state.",
            Self::AnimalCruelty => "Offers of fights or of treatment that harms animals.",
        }
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::ToJSON;
    use surrealdb::types::Value;

    use super::*;

    #[test]
    fn names_in_the_api_are_those_in_the_database() {
        for harm in HARMS {
            let Value::String(stored) = harm.into_value() else { panic!("{harm:?} is no text") };
            assert_eq!(harm.to_json(), Some(stored.into()));
        }
    }
}
