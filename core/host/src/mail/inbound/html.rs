//! The words of mails that are HTML alone.

use mail_parser::decoders::html::html_to_text;

/// What the element begins with in which programs put the mail that is answered.
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

/// The text of `html` before the mail that it answers. What its program did not mark is found in
/// the text.
pub(super) fn text_before_quotation(html: &str) -> String {
    // Only letters of ASCII change, so that places stay what they are.
    let lower = html.to_ascii_lowercase();
    let marked = QUOTATIONS.iter().filter_map(|mark| lower.find(mark)).min();
    let end = marked.map_or(html.len(), |at| html[..at].rfind('<').unwrap_or(at));
    // Some programs make a paragraph of every line, others a block.
    let html = html[..end].replace("</div>", "<br></div>").replace("</DIV>", "<br></DIV>");
    let text = html_to_text(&html).replace('\u{a0}', " ");
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_as_quoted_is_left_out() {
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
    fn blocks_are_lines() {
        let html = "<div dir=\"ltr\"><div>Yes.</div><div>At ten.</div></div>";
        assert_eq!(text_before_quotation(html).trim(), "Yes.\nAt ten.");
    }

    #[test]
    fn programs_and_styles_are_no_words() {
        let html = "<style>p{color:red}</style><script>alert(1)</script><p>Yes.<br>Ana</p>";
        assert_eq!(text_before_quotation(html).trim(), "Yes.\nAna");
    }
}
