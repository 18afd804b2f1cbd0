/** Characters (RFC 5321, section 4.5.3.1.3). */
export const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** Dot-string of RFC 5321, section 4.1.2. */
const LOCAL = /[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*/.source
/**
 * RFC 6531, section 3.3: the same with letters, digits and marks of all scripts. Without the sign of
 * Kelvin, which becomes a letter k.
 */
const LOCAL_OF_ALL_SCRIPTS =
  /^(?!.*\u212a)[\p{L}\p{N}\p{M}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{N}\p{M}_!#$%&'*+/=?^`{|}~-]+)*$/u
/** No top-level domains: `logo@2x.png`. */
const FILE_ENDINGS =
  'apng|avif|bak|bmp|css|csv|dll|docx?|eot|exe|gif|html?|ico|ini|jpe?g|jsx?|json|log|otf|pdf|php|png|scss|' +
  'sql|svg|tiff?|tsx?|ttf|txt|vue|wasm|webp|woff|xlsx?|xml|ya?ml'
/** Two or more labels (RFC 1123, section 2.1). The last has letters or is encoded. */
const DOMAIN =
  String.raw`(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!(?:${FILE_ENDINGS})$)` +
  String.raw`(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])`
const IS_LOCAL = new RegExp(`^${LOCAL}$`)
const IS_DOMAIN = new RegExp(`^${DOMAIN}$`)
const IS_ADDRESS = new RegExp(`^${LOCAL}@${DOMAIN}$`, 'i')
const NO_DOMAIN = /[\s/?#@:\\%[\]]/
const BEYOND_ASCII = /[\u0080-\uffff]/

/** ASCII form of a domain (UTS 46), or ''. */
const inAscii = (domain: string): string =>
  NO_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`) ? '' : new URL(`http://${domain}`).hostname

/**
 * Normal form of a mail domain: lower case, ASCII, two or more labels, at most 253 characters.
 * Numbers and file names are refused. Any last label counts: leaks have many private names
 * (P-EMAIL-14).
 */
export const normalDomain = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  const domain = BEYOND_ASCII.test(lower) ? inAscii(lower) : lower
  return domain.length < MAX_ADDRESS_LENGTH && IS_DOMAIN.test(domain) ? domain : undefined
}

const normalLocal = (local: string): string | undefined => {
  if (IS_LOCAL.test(local)) return local.toLowerCase()
  if (!BEYOND_ASCII.test(local)) return undefined
  return LOCAL_OF_ALL_SCRIPTS.test(local) ? local.toLowerCase().normalize('NFC') : undefined
}

/**
 * Normal form of an e-mail address: trimmed, lower case, local part in NFC, domain in ASCII.
 * `undefined` when it is not one address (P-EMAIL-13). Dots and plus tags stay: the receiving
 * server decides about them.
 */
export const normalEmailAddress = (text: string): string | undefined => {
  const address = text.trim()
  if (IS_ADDRESS.test(address)) {
    const isTooLong = address.length > MAX_ADDRESS_LENGTH || address.indexOf('@') > MAX_LOCAL_LENGTH
    return isTooLong ? undefined : address.toLowerCase()
  }
  if (!BEYOND_ASCII.test(address)) return undefined
  const at = address.lastIndexOf('@')
  if (at < 1 || at > MAX_LOCAL_LENGTH) return undefined
  const local = normalLocal(address.slice(0, at))
  if (local === undefined) return undefined
  const domain = normalDomain(address.slice(at + 1))
  if (domain === undefined || local.length + 1 + domain.length > MAX_ADDRESS_LENGTH) return undefined
  return `${local}@${domain}`
}
