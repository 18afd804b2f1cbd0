const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** A value for a `<script type="application/json">`: nothing in it can end the element or open a comment. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
