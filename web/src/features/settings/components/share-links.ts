/** Text of an invitation, before its link. */
export function invitationText(site: string): string {
  return `Come and swap skills with neighbours on ${site}!`;
}

export interface ShareLink {
  name: string;
  href: string;
}

/** Returns the services to share an invitation with, each with its address. */
export function shareLinks(link: string, text: string): ShareLink[] {
  const address = (base: string, query: Record<string, string>) =>
    `${base}?${new URLSearchParams(query)}`;
  return [
    { name: "WhatsApp", href: address("https://wa.me/", { text: `${text} ${link}` }) },
    { name: "Twitter", href: address("https://twitter.com/intent/tweet", { text, url: link }) },
    { name: "Facebook", href: address("https://www.facebook.com/sharer/sharer.php", { u: link }) },
    {
      name: "LinkedIn",
      href: address("https://www.linkedin.com/sharing/share-offsite/", { url: link }),
    },
  ];
}
