/** Characters of the longest e-mail address (RFC 5321 section 4.5.3.1.3). */
export const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** A dot-string of RFC 5321 section 4.1.2. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Two labels or more of letters, digits and inner hyphens (RFC 1123 section 2.1), the last one of letters, or encoded. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/
/** Signs that end or escape the host of a web address: no domain has them. */
const NO_DOMAIN = /[\s/?#@:\\%[\]]/
/** Endings of file names that are no top-level domain: `logo@2x.png` is a picture for fine screens. */
const FILE_ENDINGS = new Set(
  (
    'apng avif bak bmp css csv dll doc docx eot exe gif htm html ico ini jpeg jpg js json jsx log otf pdf php png scss ' +
    'sql svg tif tiff ts tsx ttf txt vue wasm webp woff xls xlsx xml yaml yml'
  ).split(' '),
)
const BEYOND_ASCII = /[\u0080-\uffff]/

/** The domain in ASCII (UTS 46, as browsers and Node.js read the host of a web address); '' when there is none. */
const inAscii = (domain: string): string =>
  NO_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`) ? '' : new URL(`http://${domain}`).hostname

/**
 * The one spelling of a domain: lower case, Unicode as ASCII. `undefined` when it is no domain that mail is sent to: DNS
 * labels, two or more, 253 characters at most, not a number, not the name of a file. Its last label may be any: leaks are
 * full of private names (P-EMAIL-14).
 */
export const normalDomain = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  const domain = BEYOND_ASCII.test(lower) ? inAscii(lower) : lower
  if (domain.length >= MAX_ADDRESS_LENGTH || !DOMAIN.test(domain)) return undefined
  return FILE_ENDINGS.has(domain.slice(domain.lastIndexOf('.') + 1)) ? undefined : domain
}

/**
 * The one spelling of an e-mail address: without the spaces around it, in lower case, its domain in ASCII; `undefined`
 * when `text` is no single address (P-EMAIL-13). Dots and plus tags of the local part stay: whether they matter is the
 * receiving server's choice.
 */
export const normalEmailAddress = (text: string): string | undefined => {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  if (at < 1 || at > MAX_LOCAL_LENGTH) return undefined
  const local = address.slice(0, at)
  if (!LOCAL.test(local)) return undefined
  const domain = normalDomain(address.slice(at + 1))
  if (domain === undefined || at + 1 + domain.length > MAX_ADDRESS_LENGTH) return undefined
  return `${local.toLowerCase()}@${domain}`
}
