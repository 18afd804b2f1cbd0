import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { describeRoles, ROLES_PAGE } from './support/roles.ts'
import { describeRuleIndex, examineRules, INDEX_PAGE, readSources, type Mention } from './support/rules.ts'

// npm run rules: makes docs/rules.md and docs/roles.md, which Git ignores, and fails on rules and citations that do not match.

const sources = readSources(root)
const report = examineRules(sources)
const { rules, owners, uncited, unknown, duplicate, misplaced } = report
writeFileSync(join(root, INDEX_PAGE), describeRuleIndex(report))
writeFileSync(join(root, ROLES_PAGE), describeRoles(sources))

const print = (title: string, mentions: readonly Mention[]) => {
  if (mentions.length === 0) return
  console.log(`${title}:`)
  for (const { id, place } of mentions) console.log(`  ${id}  ${place}`)
}

print('defined more than once, or on the wrong page', duplicate)
print('no such rule', unknown)
print('a citation that stands above no test', misplaced)
print('held by no test', uncited)
const owned = rules.filter(({ id }) => owners.has(id)).length
console.log(
  `${rules.length} rules, ${rules.length - uncited.length} cited by a test, ${owned} by the code that keeps them; ${INDEX_PAGE} has each with its places`,
)
if ([uncited, unknown, duplicate, misplaced].some(({ length }) => length > 0)) process.exitCode = 1
