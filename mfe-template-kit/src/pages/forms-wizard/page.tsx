import { Button, Card } from '@atalaia/ui'
import { useEffect, useRef, type SubmitEvent } from 'react'
import { KitPage } from '../../kit/kit-page.tsx'
import { StepField } from './step-field.tsx'
import { steps } from './steps.ts'
import { useWizard } from './use-wizard.ts'
import './forms-wizard.css'

const last = steps.length - 1

/** Keeps typed values, and sends nothing. */
export const Component = () => {
  const wizard = useWizard()
  const heading = useFocusOnChange(wizard.at)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (wizard.at === last) {
      wizard.restart()
      return
    }
    const wrong = wizard.next()
    const field = wrong && event.currentTarget.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  const percent = Math.round(((wizard.at + 1) / steps.length) * 100)
  return (
    <KitPage
      title="Assistente"
      trail={['Formulários', 'Assistente']}
      lead="Quatro passos que guardam o que se escreveu. Nada é enviado."
    >
      <Card className="kit-wizard">
        <StepList at={wizard.at} />
        <progress className="kit-wizard__bar" aria-label="Progresso" max={100} value={percent} />
        <form className="kit-wizard__form" onSubmit={submit} noValidate>
          <h2 ref={heading} tabIndex={-1}>
            {wizard.step.title}
          </h2>
          {wizard.step.fields.map((field) => (
            <StepField
              key={field.name}
              field={field}
              value={wizard.value(field.name)}
              error={wizard.error(field.name)}
              onValue={(value) => wizard.change(field.name, value)}
            />
          ))}
          {wizard.at === last && <p>Obrigado, {wizard.value('username')}. Este pedido é inventado e não saiu daqui.</p>}
          <div className="kit-row kit-wizard__buttons">
            <Button disabled={wizard.at === 0} onClick={wizard.previous}>
              Previous
            </Button>
            <Button type="submit" variant="primary">
              {wizard.at === last ? 'Finish' : 'Next'}
            </Button>
          </div>
        </form>
      </Card>
    </KitPage>
  )
}

/** Not when the page opens. */
const useFocusOnChange = (value: number) => {
  const element = useRef<HTMLHeadingElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current !== value) element.current?.focus()
    before.current = value
  }, [value])
  return element
}

const StepList = ({ at }: { readonly at: number }) => (
  <ol className="kit-steps">
    {steps.map(({ title }, index) => (
      <li
        key={title}
        className={index < at ? 'kit-steps__done' : undefined}
        aria-current={index === at ? 'step' : undefined}
      >
        <span className="kit-steps__number">{index + 1}</span> {title}
      </li>
    ))}
  </ol>
)
