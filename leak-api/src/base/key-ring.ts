import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'

/** Purposes with rotatable keys (M-ROTATE-2). */
export const ROTATED_PURPOSES = ['token', 'link'] as const
export type RotatedPurpose = (typeof ROTATED_PURPOSES)[number]
/** Cannot be rotated. */
export const FIXED_PURPOSES = ['fingerprint', 'proof'] as const
export type FixedPurpose = (typeof FIXED_PURPOSES)[number]
export const KEY_PURPOSES = [...ROTATED_PURPOSES, ...FIXED_PURPOSES] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** `id` derives from secret and purpose, and may be shown. */
export type InstallationKey = { readonly id: string; readonly secret: KeyObject }
export type InstallationKeys = readonly [InstallationKey, ...InstallationKey[]]

const ID_DIGITS = 12

export const installationKey = (purpose: KeyPurpose, bytes: Uint8Array): InstallationKey => {
  const secret = createSecretKey(bytes)
  const id = createHmac('sha256', secret).update(`id of a ${purpose} key`).digest('hex').slice(0, ID_DIGITS)
  return { id, secret }
}

export type KeyRing = {
  /** Signs and encrypts. */
  readonly current: InstallationKey
  /** Current key first. */
  readonly all: InstallationKeys
}

export const createKeyRing = (keys: InstallationKeys): KeyRing & { replace(by: InstallationKeys): void } => {
  let all = keys
  return {
    get current() {
      return all[0]
    },
    get all() {
      return all
    },
    replace: (by) => {
      all = by
    },
  }
}

export const isSigned = (
  { all }: KeyRing,
  given: Uint8Array,
  signatureOf: (secret: KeyObject) => Uint8Array,
): boolean =>
  all.some(({ secret }) => {
    const expected = signatureOf(secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
