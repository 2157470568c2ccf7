//! Text of mails that have only an HTML part.

use mail_parser::decoders::html::html_to_text;

/// Attributes of the elements in which mail programs put the quoted mail.
const QUOTATIONS: &[&str] = &[
    "class=\"gmail_quote",
    "class=\"gmail_attr",
    "class=\"moz-cite-prefix",
    "class=\"yahoo_quoted",
    "class=\"protonmail_quote",
    "class=\"zmail_extra",
    "id=\"appendonsend\"",
    "id=\"divrplyfwdmsg\"",
    "id=\"x_divrplyfwdmsg\"",
    "id=\"mail-editor-reference-message-container\"",
    "id=\"isforwardcontent\"",
    "name=\"quote\"",
    "type=\"cite\"",
    "border-top:solid #e1e1e1 1.0pt",
    "border-top:solid #b5c4df 1.0pt",
];

/// Returns the text of `html` before the quoted mail. Quotations without such markup are removed
/// from the text later.
pub(super) fn text_before_quotation(html: &str) -> String {
    // Changes ASCII letters only, so byte offsets stay valid.
    let lower = html.to_ascii_lowercase();
    let marked = QUOTATIONS.iter().filter_map(|mark| lower.find(mark)).min();
    let end = marked.map_or(html.len(), |at| html[..at].rfind('<').unwrap_or(at));
    // Some programs write each line as a `p`, others as a `div`.
    let html = html[..end].replace("</div>", "<br></div>").replace("</DIV>", "<br></DIV>");
    let text = html_to_text(&html).replace('\u{a0}', " ");
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_quotations_are_removed() {
        for quoted in [
            "<div class=\"gmail_quote gmail_quote_container\"><div>On Monday</div></div>",
            "<DIV ID=\"appendonsend\"></DIV><hr>From: Bo",
            "<blockquote type=\"cite\">Can you come?</blockquote>",
            "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><b>From:</b> Bo</div>",
        ] {
            let html = format!("<html><body><p>Yes, at&nbsp;ten &amp; sharp.</p>{quoted}</body>");
            assert_eq!(text_before_quotation(&html).trim(), "Yes, at ten & sharp.", "{quoted}");
        }
    }

    #[test]
    fn blocks_become_lines() {
        let html = "<div dir=\"ltr\"><div>Yes.</div><div>At ten.</div></div>";
        assert_eq!(text_before_quotation(html).trim(), "Yes.\nAt ten.");
    }

    #[test]
    fn scripts_and_styles_are_removed() {
        let html = "<style>p{color:red}</style><script>alert(1)</script><p>Yes.<br>Ana</p>";
        assert_eq!(text_before_quotation(html).trim(), "Yes.\nAna");
    }
}
