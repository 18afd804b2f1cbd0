import { getDomain } from 'tldts'

/**
 * The registered domain of a host by the Public Suffix List (its ICANN section), `acme.com.br` for `mail.acme.com.br`; ''
 * for a host that has none, such as an IP address or a public suffix.
 */
export const registeredDomain = (host: string): string => getDomain(host) ?? ''
