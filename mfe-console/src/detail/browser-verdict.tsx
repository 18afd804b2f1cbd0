import type { Finding, FindingCode, VerdictRow } from '@atalaia/artifact/verdicts'
import { Alert, Button, Icon, type IconName } from '@atalaia/ui'
import { timeText } from '../texts.ts'

export type Standing = 'good' | 'failed' | 'stale' | 'none'

export const standingOf = (row: VerdictRow | undefined): Standing => {
  if (!row) return 'none'
  if (row.verdict.status === 'failed') return 'failed'
  return row.objection === null ? 'good' : 'stale'
}

const STANDINGS: Readonly<Record<Exclude<Standing, 'none'>, { readonly text: string; readonly icon: IconName }>> = {
  good: { text: 'passou', icon: 'check-circle' },
  failed: { text: 'falhou', icon: 'alert-circle' },
  stale: { text: 'passou, mas não vale mais', icon: 'alert-triangle' },
}

const FINDING_TEXT: Readonly<Record<FindingCode, string>> = {
  'not-shown': 'não apareceu',
  empty: 'não mostra nada',
  'console-error': 'escreveu um erro no console',
  'uncaught-error': 'deixou um erro sem tratamento',
  'not-granted': 'usou o que não pediu',
  'foreign-request': 'chamou um endereço que uma página não chama',
  'missing-file': 'falta um arquivo',
  'shared-undeclared': 'usa um módulo compartilhado que não declara',
  'shared-unused': 'declara um módulo compartilhado que não usa',
  'shared-own-copy': 'traz uma segunda cópia do React',
  budget: 'passa do tamanho combinado',
  'left-behind': 'deixa coisas para trás quando se sai da tela',
  'page-crashed': 'derrubou a página',
  'not-visited': 'nem todas as rotas foram visitadas',
  'no-answer': 'falta uma resposta em verify.json',
  more: 'há mais do que cabe aqui',
}

const findingText = ({ code, route, message }: Finding): string =>
  `${route === null ? '' : `Rota ${route}: `}${FINDING_TEXT[code]} (${message})`

type StandingButtonProps = { readonly row: VerdictRow | undefined; readonly open: boolean; onToggle(): void }

/** M-VERIFY-7 */
export const StandingButton = ({ row, open, onToggle }: StandingButtonProps) => {
  const standing = standingOf(row)
  if (!row || standing === 'none') return <span className="ui-muted">não verificada</span>
  const { text, icon } = STANDINGS[standing]
  return (
    <Button
      size="small"
      variant="ghost"
      aria-expanded={open}
      aria-label={`Navegador sobre ${row.verdict.version}: ${text}`}
      onClick={onToggle}
    >
      <Icon name={icon} size={16} /> {text}
    </Button>
  )
}

export const BrowserVerdict = ({ row }: { readonly row: VerdictRow }) => {
  const { verdict, verifier, objection } = row
  const { version, at, by, shell, findings, visits } = verdict
  const shown = visits.filter((visit) => visit.shown).length
  return (
    <section aria-label={`Veredito do navegador sobre ${version}`}>
      <h3 className="console-subtitle">{`${version} no navegador`}</h3>
      <p>
        {`${shown} de ${visits.length} rotas apareceram no shell ${shell.version}, em ${timeText(at)} (${verifier}, ${by.browser}).`}
      </p>
      {standingOf(row) === 'stale' && (
        <Alert kind="warning">{`Para promover é preciso verificar de novo (${objection?.message ?? ''}).`}</Alert>
      )}
      {findings.length === 0 && <p>Nada a apontar.</p>}
      {findings.length > 0 && (
        <ul className="console-findings">
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.route} ${finding.message}`}>
              <Icon name={finding.level === 'failed' ? 'alert-circle' : 'info'} size={16} />
              <span>{findingText(finding)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
