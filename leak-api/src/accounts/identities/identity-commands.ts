import { readFile, stat } from 'node:fs/promises'
import { decodeText, Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { addCommandGroup, operandOf, operandsOf, table } from '../../base/commands.ts'
import { createCompanies, type ListedCompany } from './companies-repository.ts'
import { metadataAddress, returnAddress } from './identity-addresses.ts'
import { exceptAccount, removeCompany, setCompany, switchCompany, type IdentityTools } from './identity-operations.ts'
import { NEW_ROLES } from '../../base/people/provider.ts'
import { MAX_METADATA_BYTES } from './saml-metadata.ts'

const isOn = (command: string, word: string | undefined): boolean => {
  if (word === 'on' || word === 'off') return word === 'on'
  throw new Misuse(`${command}: on or off is asked for, not ${word}`)
}

const stateOf = ({ isProved, enabled, enforced }: ListedCompany): string => {
  if (!isProved) return 'not working: the domain is not proved'
  if (!enabled) return 'switched off'
  return enforced ? 'enforced' : 'on'
}
const UNKNOWN_API = 'PUBLIC_ORIGIN/api'
const listText = (companies: readonly ListedCompany[], apiUrl: string): string =>
  companies.length === 0
    ? 'No company has a provider yet.\n'
    : table([
        ['domain', 'title', 'kind', 'issuer', 'client', 'new people', 'state', 'return address'],
        ...companies.map((company) => [
          company.domain,
          company.title,
          company.kind,
          company.issuer,
          company.clientId ?? '',
          company.newRole,
          stateOf(company),
          returnAddress(apiUrl, company.id),
        ]),
      ])

const MAX_TITLE_LENGTH = 40
const MAX_SECRET_BYTES = 500
const shortText = (maxLength: number) =>
  z.string().trim().min(1, 'is empty').max(maxLength, `has at most ${maxLength} characters`)
const setOptions = z.object({
  account: z.string('EMAIL is missing: it says whose organisation is meant'),
  metadata: z.string().optional(),
  issuer: z.string().max(500, 'has at most 500 characters').optional(),
  clientId: shortText(500).optional(),
  secretFile: z.string().optional(),
  title: shortText(MAX_TITLE_LENGTH).optional(),
  role: z.enum(NEW_ROLES, `--role is one of ${NEW_ROLES.join(', ')}`).default('reader'),
  trustAddresses: z.boolean().default(false),
})
type SetOptions = z.infer<typeof setOptions>

const given = (value: string | undefined, missing: string): string => {
  if (value === undefined) throw new Misuse(`identity set: ${missing}`)
  return value
}

const readText = async (option: string, path: string, maxBytes: number): Promise<string> => {
  const read = (await stat(path)).size <= maxBytes ? decodeText(await readFile(path)).trim() : undefined
  if (read === undefined) throw new Misuse(`identity set: --${option}: ${path} has more than ${maxBytes} bytes`)
  if (read === '') throw new Misuse(`identity set: --${option}: ${path} is empty`)
  return read
}

const protocolOf = async ({ metadata, trustAddresses, ...openId }: SetOptions) => {
  const { issuer, clientId, secretFile } = openId
  if (metadata === undefined)
    return {
      kind: 'oidc',
      issuer: given(issuer, '--issuer URL is missing, or for SAML --metadata FILE or URL'),
      clientId: given(clientId, '--client-id ID is missing'),
      clientSecret: await readText(
        'secret-file',
        given(secretFile, '--secret-file FILE is missing: arguments can be read by other users of the machine'),
        MAX_SECRET_BYTES,
      ),
    } as const
  if ([issuer, clientId, secretFile].some((value) => value !== undefined))
    throw new Misuse(
      'identity set: --metadata is for SAML, --issuer, --client-id and --secret-file are for OpenID Connect',
    )
  if (!trustAddresses)
    throw new Misuse(
      'identity set: SAML has no word for an address that is proved: with --trust-addresses you say that nobody can type ' +
        'their own in the company’s directory',
    )
  return {
    kind: 'saml',
    metadata: isWebAddress(metadata) ? metadata : await readText('metadata', metadata, MAX_METADATA_BYTES),
  } as const
}
const isWebAddress = (text: string) => /^https?:\/\//.test(text)

export const addIdentityCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<IdentityTools> },
): void => {
  const identity = addCommandGroup(program, {
    name: 'identity',
    description: 'Sign-in of companies with a provider of their own, OpenID Connect or SAML (docs/operators.md).',
  })
  const listed = async () => {
    const { database, keys, apiUrl = UNKNOWN_API } = await tools()
    return { companies: await createCompanies(database, keys.token).list(), apiUrl }
  }

  identity
    .command('set [words...]')
    .usage('DOMAIN --account EMAIL (--issuer URL --client-id ID --secret-file FILE | --metadata FILE|URL) [options]')
    .description('the provider of a domain that the organisation has proved')
    .option('--account <email>', 'an account of the organisation that is meant')
    .option('--issuer <url>', 'OpenID Connect: the address of the provider, as its discovery document names it')
    .option('--client-id <id>')
    .option('--secret-file <file>', 'a file with the client secret alone')
    .option('--metadata <file or url>', 'SAML: the metadata of the identity provider, as a file or at an https address')
    .option('--title <title>', 'its name as people read it; without it the domain')
    .option('--role <role>', `what its new people become: ${NEW_ROLES.join(', ')}`, 'reader')
    .option('--trust-addresses', 'its addresses are proved, although it does not say so (email_verified)')
    .action(
      action(setOptions, async ({ operands, options }) => {
        const domain = operandOf('identity set', 'DOMAIN', operands)
        const { account, trustAddresses: trustsAddresses, role: newRole, title = domain } = options
        if (title.length > MAX_TITLE_LENGTH)
          throw new Misuse(
            `identity set: DOMAIN has more than ${MAX_TITLE_LENGTH} characters: --title is its name for people`,
          )
        const protocol = await protocolOf(options)
        await setCompany(await tools(), { ...protocol, account, domain, title, trustsAddresses, newRole })
        const { companies, apiUrl } = await listed()
        const id = companies.find((company) => company.domain === domain.toLowerCase())?.id ?? 'ID'
        const [address, metadata] = [returnAddress('/api', id), metadataAddress('/api', id)]
        const [there, facts] = [returnAddress(apiUrl, id), metadataAddress(apiUrl, id)]
        const register =
          protocol.kind === 'oidc'
            ? `Register ${there} there.`
            : `Register there: entity ID ${facts}, reply address (ACS) ${there}.`
        return {
          text: `${domain} has its provider. ${register}\n`,
          json: { domain, address, ...(protocol.kind === 'saml' && { metadata }) },
        }
      }),
    )
  identity
    .command('list')
    .description('the providers of all companies')
    .action(
      action(z.object({}), async () => {
        const { companies, apiUrl } = await listed()
        return { text: listText(companies, apiUrl), json: companies }
      }),
    )
  const addSwitch = (word: 'enforce' | 'enable', field: 'enforced' | 'enabled', description: string) =>
    identity
      .command(`${word} [words...]`)
      .usage('DOMAIN on|off')
      .description(description)
      .action(
        action(z.object({}), async ({ operands }) => {
          const command = `identity ${word}`
          const [domain = '', state] = operandsOf(command, ['DOMAIN', 'on or off'], operands)
          const to = { [field]: isOn(command, state) }
          const ended = await switchCompany(await tools(), domain, to)
          const others =
            ended === 0 ? '' : `; ${ended} ${ended === 1 ? 'session' : 'sessions'} that began otherwise ended`
          return { text: `${domain}: ${field} is ${state}${others}\n`, json: { domain, ...to, ended } }
        }),
      )
  addSwitch('enforce', 'enforced', "refuses all other ways in for the domain's addresses, and ends their sessions")
  addSwitch('enable', 'enabled', 'switches the provider on or off; off, passwords work again')
  identity
    .command('except [words...]')
    .usage('EMAIL on|off')
    .description('an account that comes in by its password although its domain is enforced')
    .action(
      action(z.object({}), async ({ operands }) => {
        const [account = '', state] = operandsOf('identity except', ['EMAIL', 'on or off'], operands)
        const json = { account, isExcepted: isOn('identity except', state) }
        await exceptAccount(await tools(), account, json.isExcepted)
        return { text: `${account} is ${json.isExcepted ? 'excepted' : 'no longer excepted'}\n`, json }
      }),
    )
  identity
    .command('remove [words...]')
    .usage('DOMAIN')
    .description('forgets the provider; accounts stay, and passwords work again')
    .action(
      action(z.object({}), async ({ operands }) => {
        const domain = operandOf('identity remove', 'DOMAIN', operands)
        await removeCompany(await tools(), domain)
        return { text: `${domain} has no provider any more\n`, json: { domain, removed: true } }
      }),
    )
}
