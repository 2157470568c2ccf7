//! Towns that postcode areas are named after: the rough location of a postcode without imported
//! data.

/// Every postcode area, in order, with its town as named in the gazetteer.
const POST_TOWNS: [(&str, &str); 124] = [
    ("AB", "Aberdeen"),
    ("AL", "St Albans"),
    ("B", "Birmingham"),
    ("BA", "Bath"),
    ("BB", "Blackburn"),
    ("BD", "Bradford"),
    ("BH", "Bournemouth"),
    ("BL", "Bolton"),
    ("BN", "Brighton"),
    ("BR", "Bromley"),
    ("BS", "Bristol"),
    ("BT", "Belfast"),
    ("CA", "Carlisle"),
    ("CB", "Cambridge"),
    ("CF", "Cardiff"),
    ("CH", "Chester"),
    ("CM", "Chelmsford"),
    ("CO", "Colchester"),
    ("CR", "Croydon"),
    ("CT", "Canterbury"),
    ("CV", "Coventry"),
    ("CW", "Crewe"),
    ("DA", "Dartford"),
    ("DD", "Dundee"),
    ("DE", "Derby"),
    ("DG", "Dumfries"),
    ("DH", "Durham"),
    ("DL", "Darlington"),
    ("DN", "Doncaster"),
    ("DT", "Dorchester"),
    ("DY", "Dudley"),
    ("E", "London"),
    ("EC", "London"),
    ("EH", "Edinburgh"),
    ("EN", "Enfield"),
    ("EX", "Exeter"),
    ("FK", "Falkirk"),
    ("FY", "Blackpool"),
    ("G", "Glasgow"),
    ("GL", "Gloucester"),
    ("GU", "Guildford"),
    ("GY", "St Peter Port"),
    ("HA", "Harrow"),
    ("HD", "Huddersfield"),
    ("HG", "Harrogate"),
    ("HP", "Hemel Hempstead"),
    ("HR", "Hereford"),
    ("HS", "Stornoway"),
    ("HU", "Hull"),
    ("HX", "Halifax"),
    ("IG", "Ilford"),
    ("IM", "Douglas"),
    ("IP", "Ipswich"),
    ("IV", "Inverness"),
    ("JE", "St Helier"),
    ("KA", "Kilmarnock"),
    ("KT", "Kingston upon Thames"),
    ("KW", "Kirkwall"),
    ("KY", "Kirkcaldy"),
    ("L", "Liverpool"),
    ("LA", "Lancaster"),
    ("LD", "Llandrindod Wells"),
    ("LE", "Leicester"),
    ("LL", "Llandudno"),
    ("LN", "Lincoln"),
    ("LS", "Leeds"),
    ("LU", "Luton"),
    ("M", "Manchester"),
    ("ME", "Rochester"),
    ("MK", "Milton Keynes"),
    ("ML", "Motherwell"),
    ("N", "London"),
    ("NE", "Newcastle upon Tyne"),
    ("NG", "Nottingham"),
    ("NN", "Northampton"),
    ("NP", "Newport"),
    ("NR", "Norwich"),
    ("NW", "London"),
    ("OL", "Oldham"),
    ("OX", "Oxford"),
    ("PA", "Paisley"),
    ("PE", "Peterborough"),
    ("PH", "Perth"),
    ("PL", "Plymouth"),
    ("PO", "Portsmouth"),
    ("PR", "Preston"),
    ("RG", "Reading"),
    ("RH", "Redhill"),
    ("RM", "Romford"),
    ("S", "Sheffield"),
    ("SA", "Swansea"),
    ("SE", "London"),
    ("SG", "Stevenage"),
    ("SK", "Stockport"),
    ("SL", "Slough"),
    ("SM", "Sutton"),
    ("SN", "Swindon"),
    ("SO", "Southampton"),
    ("SP", "Salisbury"),
    ("SR", "Sunderland"),
    ("SS", "Southend-on-Sea"),
    ("ST", "Stoke-on-Trent"),
    ("SW", "London"),
    ("SY", "Shrewsbury"),
    ("TA", "Taunton"),
    ("TD", "Galashiels"),
    ("TF", "Telford"),
    ("TN", "Tonbridge"),
    ("TQ", "Torquay"),
    ("TR", "Truro"),
    ("TS", "Middlesbrough"),
    ("TW", "Twickenham"),
    ("UB", "Uxbridge"),
    ("W", "London"),
    ("WA", "Warrington"),
    ("WC", "London"),
    ("WD", "Watford"),
    ("WF", "Wakefield"),
    ("WN", "Wigan"),
    ("WR", "Worcester"),
    ("WS", "Walsall"),
    ("WV", "Wolverhampton"),
    ("YO", "York"),
    ("ZE", "Lerwick"),
];

/// Returns the town of a postcode area: `Bath` for `BA`.
pub(crate) fn post_town(area: &str) -> Option<&'static str> {
    let found = POST_TOWNS.binary_search_by_key(&area, |(area, _)| area).ok()?;
    POST_TOWNS.get(found).map(|(_, town)| *town)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::gazetteer::Gazetteer;

    #[test]
    fn every_area_has_a_town_in_the_gazetteer() {
        let gazetteer = Gazetteer::embedded().unwrap();
        for (area, town) in POST_TOWNS {
            assert_eq!(post_town(area), Some(town));
            assert_eq!(gazetteer.lookup(town).map(|found| found.name.as_str()), Some(town));
        }
        assert!(POST_TOWNS.is_sorted());
        for unknown in ["", "A", "XX", "ba", "BAA"] {
            assert_eq!(post_town(unknown), None, "{unknown:?}");
        }
    }
}
