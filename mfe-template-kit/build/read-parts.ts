import { parse } from '@babel/parser'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Part, Property } from '../src/catalogue/parts.ts'

type Statement = ReturnType<typeof parse>['program']['body'][number]
type Of<Type extends string, From = Statement> = Extract<From, { type: Type }>
type Declared =
  | Of<'FunctionDeclaration'>
  | Of<'TSInterfaceDeclaration'>
  | Of<'TSTypeAliasDeclaration'>
  | Of<'VariableDeclaration'>['declarations'][number]
type Comments = Statement['leadingComments']
type Arrow = Of<'ArrowFunctionExpression', NonNullable<Extract<Declared, { type: 'VariableDeclarator' }>['init']>>
type Member = Of<'TSInterfaceDeclaration'>['body']['body'][number]
type Span = { readonly start?: number | null; readonly end?: number | null }

type Source = {
  readonly body: readonly Statement[]
  readonly declared: ReadonlyMap<string, { readonly node: Declared; readonly text: string | undefined }>
  readonly slice: (from: Span, to?: number | null) => string
}

const shared = fileURLToPath(new URL('../../shared', import.meta.url))

export const CATALOGUED = {
  '@atalaia/ui': 'ui/src/index.ts',
  '@atalaia/react': 'react/src/index.ts',
  '@atalaia/react/router': 'react/src/router.ts',
  '@atalaia/react/redux': 'react/src/redux.ts',
}

const docOf = (comments: Comments): string | undefined => {
  const doc = comments?.findLast(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'))
  return doc?.value
    .replace(/^\s*\*+ ?/gm, ' ')
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/ \((?:[MP]-[A-Z]+-\d+(?:, )?)+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const readSource = (file: string): Source => {
  const code = readFileSync(file, 'utf8')
  const { body } = parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program
  const declared = new Map<string, { node: Declared; text: string | undefined }>()
  for (const statement of body) {
    const text = docOf(statement.leadingComments)
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const nodes: readonly Declared[] =
      inner?.type === 'VariableDeclaration'
        ? inner.declarations
        : inner?.type === 'FunctionDeclaration' ||
            inner?.type === 'TSInterfaceDeclaration' ||
            inner?.type === 'TSTypeAliasDeclaration'
          ? [inner]
          : []
    for (const node of nodes) if (node.id?.type === 'Identifier') declared.set(node.id.name, { node, text })
  }
  return { body, declared, slice: ({ start, end }, to = end) => code.slice(start ?? 0, to ?? undefined) }
}

const propertyOf = ({ slice }: Source, member: Member, fallbacks: ReadonlyMap<string, string>): Property[] => {
  if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
  const { name } = member.key
  const text = docOf(member.leadingComments)
  const fallback =
    fallbacks.get(name) ?? text?.match(/Default: (`[^`]+`|true|false|\d+|'[^']+')/)?.[1]?.replaceAll('`', '')
  const type = member.typeAnnotation ? slice(member.typeAnnotation.typeAnnotation) : 'unknown'
  return [{ name, type, required: !member.optional, ...(fallback && { fallback }), ...(text && { text }) }]
}

const fallbacksOf = ({ slice }: Source, parameter: Arrow['params'][number]): ReadonlyMap<string, string> =>
  new Map(
    (parameter.type === 'ObjectPattern' ? parameter.properties : []).flatMap((property) =>
      property.type === 'ObjectProperty' &&
      property.key.type === 'Identifier' &&
      property.value.type === 'AssignmentPattern'
        ? [[property.key.name, slice(property.value.right)]]
        : [],
    ),
  )

const componentOf = (source: Source, { params: [parameter] }: Arrow): Pick<Part, 'properties' | 'inherits'> => {
  if (!parameter) return { properties: [] }
  const annotation = 'typeAnnotation' in parameter ? parameter.typeAnnotation : undefined
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined
  const fallbacks = fallbacksOf(source, parameter)
  const listed = (members: readonly Member[]) => members.flatMap((member) => propertyOf(source, member, fallbacks))
  if (type?.type === 'TSTypeLiteral') return { properties: listed(type.members) }
  const name = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  const props = source.declared.get(name)?.node
  if (props?.type !== 'TSInterfaceDeclaration') throw new Error(`no properties of the type '${name}'`)
  const [inherits] = props.extends ?? []
  return { properties: listed(props.body.body), ...(inherits && { inherits: source.slice(inherits) }) }
}

const LONGEST_VALUE = 80

const signatureOf = ({ slice }: Source, name: string, node: Declared): string | undefined => {
  if (node.type === 'FunctionDeclaration') return slice(node, node.body.start).trim()
  if (node.type !== 'VariableDeclarator') return slice(node)
  if (node.init?.type === 'ArrowFunctionExpression')
    return `${name}${slice(node.init, node.init.body.start).replace(/\s*=>[\s(]*$/, '')}`
  const whole = slice(node)
  return whole.length <= LONGEST_VALUE ? whole : slice(node.id)
}

const isComponent = (name: string) => /^[A-Z][a-z]/.test(name)

const partOf = (from: string, name: string, source: Source): Part => {
  const found = source.declared.get(name)
  if (!found) throw new Error(`${from}: no declaration of ${name}`)
  const { node, text } = found
  const named = { name, from, ...(text && { text }) }
  if (node.type === 'VariableDeclarator' && node.init?.type === 'ArrowFunctionExpression' && isComponent(name))
    return { ...named, kind: 'component', ...componentOf(source, node.init) }
  const signature = signatureOf(source, name, node)
  const kind =
    node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration'
      ? 'type'
      : node.type === 'FunctionDeclaration' || node.init?.type === 'ArrowFunctionExpression'
        ? 'function'
        : 'value'
  return { ...named, kind, ...(signature && { signature }) }
}

export const readParts = (): { readonly parts: readonly Part[]; readonly files: readonly string[] } => {
  const sources = new Map<string, Source>()
  const read = (file: string): Source => {
    const known = sources.get(file) ?? readSource(file)
    sources.set(file, known)
    return known
  }
  const all = Object.entries(CATALOGUED).flatMap(([from, path]) => {
    const index = join(shared, path)
    return read(index).body.flatMap((statement): readonly Part[] => {
      if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
      const module = statement.source.value
      return statement.specifiers.flatMap((specifier) => {
        if (specifier.type !== 'ExportSpecifier' || specifier.exported.type !== 'Identifier') return []
        const { name } = specifier.exported
        return module.startsWith('.')
          ? [partOf(from, name, read(resolve(dirname(index), module)))]
          : [{ name, from, kind: 'library' as const, library: module }]
      })
    })
  })
  const names = new Set(all.map(({ name }) => name))
  const isOfAnother = (name: string) => name.endsWith('Props') && names.has(name.slice(0, -'Props'.length))
  return { parts: all.filter(({ name }) => !isOfAnother(name)), files: [...sources.keys()] }
}
