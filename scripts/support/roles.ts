import { mayDo, needsProvedMailbox, OPERATIONS, proofFor, ROLES } from '@atalaia/contracts'
import type { SourceFile } from './rules.ts'

export const ROLES_PAGE = 'docs/roles.md'

const HEAD = `# Roles

A person has one role in each organisation that they are in. \`npm run rules\` makes this page from
\`shared/contracts/src/roles.ts\`, with the files of the API whose routes name each operation. A role that an operation
does not list is refused with 403.

The changes of an operation (all methods but GET) may need more than the role (P-SESSION-28). \`fresh\`: a login, or a
proof of the person, of the last ten minutes. \`password\`: the password with each call. A proved mailbox: a link that
was sent to it has been followed.
`

const isOperation = (name: string): name is keyof typeof OPERATIONS => name in OPERATIONS
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const describeRoles = (files: readonly SourceFile[]): string => {
  const routes = files.filter(({ path }) => /^leak-api\/src\/.*(?<!\.test)\.ts$/.test(path))
  const heads = ['operation', ...ROLES, 'proof of the person', 'proved mailbox', 'routes in']
  const rows = Object.keys(OPERATIONS)
    .filter(isOperation)
    .map((operation) => [
      `\`${operation}\``,
      ...ROLES.map((role) => (mayDo(role, operation) ? 'yes' : '')),
      (proofFor(operation) ?? 'none').replace('none', ''),
      needsProvedMailbox(operation) ? 'yes' : '',
      routes
        .filter(({ text }) => text.includes(`operation: '${operation}'`))
        .map(({ path }) => `\`${path}\``)
        .join(', '),
    ])
  return [HEAD, row(heads), row(heads.map(() => '---')), ...rows.map(row), ''].join('\n')
}
