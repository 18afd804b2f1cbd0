import { remoteNameSchema } from '@atalaia/contracts'
import { fields, webAddress } from '@atalaia/server'

/** Comma-separated `mfe-<name>=<address>`. */
export const remoteOverrides = fields.list.transform((entries = [], context) => {
  const overrides = new Map<string, string>()
  for (const entry of entries) {
    const at = entry.indexOf('=')
    const name = remoteNameSchema.safeParse(entry.slice(0, at))
    const address = webAddress.safeParse(entry.slice(at + 1))
    if (name.success && address.success) overrides.set(name.data, address.data)
    else context.addIssue(`"${entry}" must be mfe-<name>=<address>`)
  }
  return overrides
})

const ORIGIN = /^(https?:\/\/[^/?#@*\s]+?)(:\*)?$/

/** Normalises origins. A final `:*` means all ports. */
export const overrideOrigins = fields.list.transform((entries = [], context) =>
  entries.flatMap((entry) => {
    const [, address = '', everyPort = ''] = ORIGIN.exec(entry) ?? []
    if (URL.canParse(address)) return new URL(address).origin + everyPort
    context.addIssue(`"${entry}" must be an origin, as http://localhost:4102 or http://localhost:*`)
    return []
  }),
)
