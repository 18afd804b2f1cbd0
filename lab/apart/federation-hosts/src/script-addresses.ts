import { gateway } from './gateway.ts'

type TrustedTypes = { createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown }

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

const allowed = new Set([location.origin, new URL(gateway).origin])

// Module Federation sets the addresses of scripts as texts. Under `require-trusted-types-for 'script'` this says which ones.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => {
    if (!allowed.has(new URL(address, location.href).origin)) throw new TypeError(`${address}: no scripts from there`)
    return address
  },
})
