import { root } from '@atalaia/stack'
import { documentProblems } from './support/documents.ts'

// A part of npm run check: fails on long lines, broken links, and sentences that begin without a subject.

const problems = documentProblems(root)
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'documents: no problem' : `documents: ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
