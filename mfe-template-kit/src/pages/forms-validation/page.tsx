import { Alert, Button, Card, TextField } from '@atalaia/ui'
import { KitPage } from '../../kit/kit-page.tsx'
import { fields } from './fields.ts'
import { useValidation } from './use-validation.ts'
import './forms-validation.css'

/** P-KIT-10 P-KIT-11 */
export const Component = () => {
  const { fieldProps, handleSubmit, passed, clear } = useValidation()
  return (
    <KitPage
      title="Validação"
      trail={['Formulários', 'Validação']}
      lead="Cada campo diz o que falta enquanto se escreve. Nada é enviado."
    >
      <Card className="kit-validation">
        <form className="kit-fields" onSubmit={(event) => void handleSubmit(() => {})(event)} noValidate>
          {fields.map((field) => (
            <TextField
              key={field.name}
              label={field.label}
              hint={field.hint}
              type={field.type}
              autoComplete="off"
              required
              {...fieldProps(field)}
            />
          ))}
          <div className="kit-row kit-fields__end">
            <Button type="submit" variant="primary">
              Validar
            </Button>
            <Button variant="ghost" onClick={clear}>
              Limpar
            </Button>
          </div>
          {passed && (
            <div className="kit-fields__end">
              <Alert kind="success">Tudo certo. Nada foi enviado.</Alert>
            </div>
          )}
        </form>
      </Card>
    </KitPage>
  )
}
