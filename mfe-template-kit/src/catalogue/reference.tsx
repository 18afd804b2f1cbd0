import { Card, ScrollBox } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { keyboard } from './keyboard.ts'
import { parts as allParts, type Part, type Property } from './parts.ts'

/** From the sources, in English. */
export const Reference = ({ names }: { readonly names: readonly string[] }) => {
  const parts = names.flatMap((name) => allParts.filter((part) => part.name === name))
  const libraries = parts.filter(({ kind }) => kind === 'library')
  const components = parts.filter(({ kind }) => kind === 'component')
  // A component's card is as wide as the page: the others, two in a row, come after all of them.
  const others = parts.filter(({ kind }) => kind !== 'component' && kind !== 'library')
  return (
    <>
      <h2 className="kit-reference__title">Referência</h2>
      <div className="kit-examples">
        {[...components, ...others].map((part) => (
          <PartCard key={part.name} part={part} />
        ))}
        {libraries.length > 0 && <Libraries parts={libraries} />}
      </div>
    </>
  )
}

const isAsked = (name: string) => location.hash === `#${name}`

const importOf = ({ name, from, kind }: Part) =>
  `import { ${kind === 'type' ? 'type ' : ''}${name} } from ${`'${from}'`}`

const PartCard = ({ part }: { readonly part: Part }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { name, kind, text, signature, properties, inherits } = part
  // Its element was not there yet when the page was opened at it.
  useEffect(() => {
    if (!isAsked(name)) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <Card className={kind === 'component' ? 'kit-part kit-example--wide' : 'kit-part'}>
      <h3 id={name} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <Code label={`Importar ${name}`} code={importOf(part)} />
      {text && (
        <p lang="en">
          <Words text={text} />
        </p>
      )}
      {signature && <Code label={`Tipo de ${name}`} code={signature} />}
      {properties && <Properties of={name} properties={properties} inherits={inherits} />}
      {keyboard[name] && <Keyboard of={name} keys={keyboard[name]} />}
    </Card>
  )
}

const Code = ({ label, code }: { readonly label: string; readonly code: string }) => (
  // A long line scrolls, by keyboard too.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre tabIndex={0} role="group" aria-label={label}>
    <code>{code}</code>
  </pre>
)

/** Text between backticks is code. */
const Words = ({ text }: { readonly text: string }) =>
  text.split('`').map((words, at) => (at % 2 === 1 ? <code key={at}>{words}</code> : words))

type PropertiesProps = {
  readonly of: string
  readonly properties: readonly Property[]
  readonly inherits: string | undefined
}

const Properties = ({ of, properties, inherits }: PropertiesProps) => (
  <>
    <ScrollBox role="group" label={`Propriedades de ${of}`}>
      <table className="ui-table kit-part__properties" aria-label={`Propriedades de ${of}`}>
        <thead>
          <tr>
            <th scope="col">Propriedade</th>
            <th scope="col">Tipo</th>
            <th scope="col">Padrão</th>
            <th scope="col">O que é</th>
          </tr>
        </thead>
        <tbody>
          {properties.map(({ name, type, required, fallback, text }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{type}</code>
              </td>
              <td>{fallback ? <code>{fallback}</code> : required ? 'obrigatória' : '—'}</td>
              <td lang="en">{text && <Words text={text} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
    {inherits && (
      <p className="kit-note">
        E tudo de <code>{inherits}</code>.
      </p>
    )}
  </>
)

const Keyboard = ({ of, keys }: { readonly of: string; readonly keys: readonly (readonly [string, string])[] }) => (
  <>
    <h4>Teclado</h4>
    <dl className="kit-part__keys" aria-label={`Teclado de ${of}`}>
      {keys.map(([key, effect]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  </>
)

const Libraries = ({ parts }: { readonly parts: readonly Part[] }) => (
  <Card className="kit-part kit-example--wide">
    <h3>Das bibliotecas, sem mudança</h3>
    <p className="kit-note">
      A casca traz uma cópia para todos. Importe pelo módulo daqui; a documentação é a da biblioteca.
    </p>
    <ScrollBox role="group" label="Nomes das bibliotecas">
      <table className="ui-table" aria-label="Nomes das bibliotecas">
        <thead>
          <tr>
            <th scope="col">Nome</th>
            <th scope="col">Importe de</th>
            <th scope="col">Biblioteca</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, from, library }) => (
            <tr key={name} id={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{from}</code>
              </td>
              <td>{library}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  </Card>
)
