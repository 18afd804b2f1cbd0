import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { misuseOf } from '../../../testing/command-line.ts'
import { addIdentityCommands } from './identity-commands.ts'
import { MAX_METADATA_BYTES } from './saml-metadata.ts'

const folder = mkdtempSync(join(tmpdir(), 'leak-api-'))
const fileOf = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const OIDC = 'identity set acme.com --account a@b.com --issuer https://id.example --client-id x'
const SAML = 'identity set acme.com --account a@b.com --trust-addresses'

test.each([
  ['identity set --account a@b.com', 'identity set: DOMAIN is missing'],
  [OIDC, 'identity set: --secret-file FILE is missing'],
  [`${OIDC} --secret-file ${fileOf('long', 'x'.repeat(501))}`, 'has more than 500 bytes'],
  [`${OIDC} --secret-file ${fileOf('empty', '\n')}`, 'is empty'],
  [`${OIDC} --title ${'x'.repeat(41)}`, '--title has at most 40 characters'],
  [`${OIDC} --role owner`, '--role is one of reader'],
  [`${SAML} --metadata ${fileOf('metadata', 'x'.repeat(MAX_METADATA_BYTES + 1))}`, 'has more than'],
  [
    `${SAML.replace('acme.com', `${'x'.repeat(40)}.com`)} --metadata https://id.example`,
    '--title is its name for people',
  ],
  ['identity enforce acme.com maybe', 'identity enforce: on or off is asked for, not maybe'],
  ['identity except a@b.com', 'identity except: on or off is missing'],
])('"%.60s…" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, tools) => addIdentityCommands(line, { tools }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})
