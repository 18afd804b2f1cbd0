// Addresses on the gateway's origin. Those of embeds, which portals know too, are in embed.ts.

/** Base address of the shell's files, with a trailing slash. */
export const SHELL_BASE = '/shell/'

/** Base address of published files, with a trailing slash. */
export const REMOTES_BASE = '/remotes/'

/** Base address of one version: `/remotes/mfe-analytics/1.4.0/`. */
export const remoteBase = (name: string, version: string): string => `${REMOTES_BASE}${name}/${version}/`

/**
 * Replaces the version in {@link remoteBase} for files with a content hash in their name
 * (M-RELEASE-14).
 */
export const ANY_VERSION = '-'

/** A remote's descriptor, before and after the build. */
export const DESCRIPTOR_FILE = 'remote.json'

/** A shell's manifest, before and after the build. */
export const SHELL_FILE = 'shell.json'

/** Addresses of the gateway itself. */
export const GATEWAY_ADDRESSES = {
  /** `GET`: the id of the release for this browser (`currentReleaseSchema`). */
  release: '/-/release',
  /** `GET <base><content>`: remotes of a large release (`remoteIndexSchema`). */
  indexes: '/-/indexes/',
  /** `GET <base><remote>/<version>`: descriptor of a fallback version. */
  fallbacks: '/-/fallbacks/',
  /** `GET`: contracts, shared modules and deprecations of this gateway's shell. */
  shell: '/-/shell',
  /** `POST`: activations and web vitals of a page (`reportsBodySchema`). */
  reports: '/-/reports',
  /** `POST` from the gateway's own page: the answer about overrides. */
  answerOverrides: '/-/overrides/answer',
  /** `POST`: removes all overrides of this browser. */
  resetOverrides: '/-/overrides/reset',
  /** `POST` by an operator: makes a signed override link. */
  overrideKey: '/-/overrides/key',
} as const

/** Service worker for pushes (M-PUSH-7). No page lies in its scope. */
export const PUSH_WORKER = { script: '/-/push/worker.js', scope: '/-/push/' } as const

/** Prefix of the API on the gateway's origin, without a trailing slash. */
export const API_BASE = '/api'

/**
 * Paths for programs with a key, below {@link API_BASE}. Failures are in English and in the form of
 * the protocol.
 */
export const PROGRAM_API = { rest: '/v1', hibp: '/hibp/v3', scim: '/scim/v2' } as const

/**
 * Paths for a page's own session: `POST` renews the token, `DELETE` logs out.
 * The last two confirm the person again; the second starts a passkey.
 */
export const SESSION_PATHS = {
  renew: '/sessao/renovar',
  end: '/sessao',
  prove: '/conta/prova',
  proveByPasskey: '/conta/prova/desafio',
} as const

/** P-API-105 */
export const EVENTS_PATH = '/eventos'

/** A login with this header renews its tokens. Without it, the login gets one token for 8 hours. */
export const PAGE_HEADER = 'x-atalaia-page'

/** Query parameters of a page's address. */
export const QUERY_PARAMETERS = {
  /** An override, `mfe-analytics@http://localhost:4102`. Repeatable; the gateway removes it. */
  remote: 'remote',
  /** Signature of the overrides. The gateway removes it. */
  overrideKey: 'override-key',
  /** Login token from another application (P-SESSION-5). The shell removes it before loading files. */
  token: 'token',
  /** The address to open after the login. */
  next: 'next',
  /** On the page of a new password: the account restarts empty (P-ACCOUNT-7). */
  restart: 'recomeca',
} as const

/** Attributes of the boot script: early calls, separated by spaces, and their remote. */
export const EARLY_CALLS_ATTRIBUTES = { addresses: 'data-calls', remote: 'data-remote' } as const

/** Attributes of the boot script: address and hash of the release index. */
export const INDEX_ATTRIBUTES = { address: 'data-index', integrity: 'data-index-integrity' } as const
