// Addresses on the gateway's origin. Those of embeds, which portals know too, are in embed.ts.

/** Base address of the shell's files, with a trailing slash. The shell is built for it. */
export const SHELL_BASE = '/shell/'

/** Base address of the files of all published remotes, with a trailing slash. */
export const REMOTES_BASE = '/remotes/'

/** Base address of the files of one version of a remote, with a trailing slash: `/remotes/mfe-analytics/1.4.0/`. */
export const remoteBase = (name: string, version: string): string => `${REMOTES_BASE}${name}/${version}/`

/** In the place of a version in {@link remoteBase}: files that are named by their content, of whichever version (M-RELEASE-14). */
export const ANY_VERSION = '-'

/** File name of a remote's descriptor: in its folder before the build, in its artifact after it. */
export const DESCRIPTOR_FILE = 'remote.json'

/** File name of a shell's manifest: in its folder, what people write of it; in its build, the whole. */
export const SHELL_FILE = 'shell.json'

/** The gateway's own addresses. */
export const GATEWAY_ADDRESSES = {
  /** `GET`: id of the release that this browser would get now (`currentReleaseSchema`). */
  release: '/-/release',
  /** `GET`, with the name of a content behind it: the remotes of a large release (`remoteIndexSchema`). */
  indexes: '/-/indexes/',
  /** `GET`, with a remote and a version behind it: the descriptor of the fallback version that a release names. */
  fallbacks: '/-/fallbacks/',
  /** `GET`: what this gateway's shell offers to remotes: contracts, shared modules, and what is deprecated. */
  shell: '/-/shell',
  /** `POST`: activations and web vitals of a page (`reportsBodySchema`). */
  reports: '/-/reports',
  /** `POST`, from the gateway's own page alone: the answer to the question whether overrides may be used. */
  answerOverrides: '/-/overrides/answer',
  /** `POST`: removes all overrides of this browser. */
  resetOverrides: '/-/overrides/reset',
  /** `POST`, with an operator's authority: makes a signed override link. */
  overrideKey: '/-/overrides/key',
} as const

/** The service worker that shows pushes (M-PUSH-7), and its scope, in which no page lies: it answers no request of one. */
export const PUSH_WORKER = { script: '/-/push/worker.js', scope: '/-/push/' } as const

/** Prefix of the API on the gateway's origin, without a trailing slash. */
export const API_BASE = '/api'

/** Paths of the API below its base that programs call with a key. Their failures are English, each part's in the form of its protocol. */
export const PROGRAM_API = { rest: '/v1', hibp: '/hibp/v3', scim: '/scim/v2' } as const

/**
 * Paths of the API below its base for a page's own session: `POST` renews its token, `DELETE` logs it out. `POST` to the last two proves
 * its person again, and begins to do so by a passkey.
 */
export const SESSION_PATHS = {
  renew: '/sessao/renovar',
  end: '/sessao',
  prove: '/conta/prova',
  proveByPasskey: '/conta/prova/desafio',
} as const

/** Header by which a page says at the login that it renews its tokens; without it, a login gets one token for 8 hours. */
export const PAGE_HEADER = 'x-atalaia-page'

/** Query parameters that a page's address may carry. */
export const QUERY_PARAMETERS = {
  /** An override, `mfe-analytics@http://localhost:4102`; may be repeated. The gateway removes it. */
  remote: 'remote',
  /** Signature of the overrides beside it. The gateway removes it. */
  overrideKey: 'override-key',
  /** A login token of another application (P-SESSION-5). The shell removes it before anything else is loaded. */
  token: 'token',
  /** The address that a person wanted before the login page took its place. */
  next: 'next',
  /** On the page of a new password: the account starts anew with it (P-ACCOUNT-7). */
  restart: 'recomeca',
} as const

/** Attributes of the boot script: the addresses that it calls early, separated by spaces, and the remote that they are for. */
export const EARLY_CALLS_ATTRIBUTES = { addresses: 'data-calls', remote: 'data-remote' } as const

/** Attributes of the boot script: the address and the hash of the release's index, which it fetches early. */
export const INDEX_ATTRIBUTES = { address: 'data-index', integrity: 'data-index-integrity' } as const
