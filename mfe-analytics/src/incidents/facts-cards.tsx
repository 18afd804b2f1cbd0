import {
  INCIDENT_DECISIONS,
  MAX_REASONS_LENGTH,
  type ChangedFacts,
  type IncidentFacts,
} from '@atalaia/contracts/incidents'
import { Card, DateField, TextField } from '@atalaia/ui'
import { CheckField } from '../controls/check-field.tsx'
import { SelectField } from '../controls/select-field.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { fieldOf, instantOf, nowField, todayField, useIncidentsWords } from './incidents-words.ts'

type FactsProps = {
  readonly facts: IncidentFacts
  readonly isLocked: boolean
  readonly onChange: (facts: ChangedFacts) => void
}
type MomentProps = {
  readonly label: string
  readonly hint?: string
  readonly value: string | null
  readonly isLocked: boolean
  readonly onChange: (instant: string | null) => void
}

const MomentField = ({ value, isLocked, onChange, ...named }: MomentProps) => (
  <DateField
    {...named}
    hasTime
    max={nowField()}
    disabled={isLocked}
    value={fieldOf(value)}
    onChange={(text) => text !== undefined && onChange(instantOf(text))}
  />
)

export const FactsCard = ({ facts, isLocked, onChange }: FactsProps) => {
  const { t } = useIncidentsWords()
  return (
    <Card title={t('facts')}>
      <div className="analytics-incident__fields">
        <TextField
          label={t('name')}
          maxLength={120}
          disabled={isLocked}
          value={facts.nome}
          onChange={({ target }) => onChange({ nome: target.value })}
        />
        <MomentField
          label={t('known')}
          hint={t('known.hint')}
          value={facts.conhecido_em}
          isLocked={isLocked}
          onChange={(moment) => moment !== null && onChange({ conhecido_em: moment })}
        />
      </div>
      <CheckField
        label={t('small')}
        hint={t('small.hint')}
        checked={facts.pequeno_porte}
        isDisabled={isLocked}
        onChange={(isSmall) => onChange({ pequeno_porte: isSmall })}
      />
    </Card>
  )
}

/** P-INCIDENT-3 */
export const DecisionCard = ({ facts, isLocked, onChange }: FactsProps) => {
  const { t } = useIncidentsWords()
  return (
    <Card title={t('decision')}>
      <p className="analytics-page__note">{t('decision.lead')}</p>
      <fieldset className="analytics-incident__set" disabled={isLocked}>
        <legend className="ui-visually-hidden">{t('decision')}</legend>
        <div className="analytics-incident__fields">
          <SelectField
            label={t('decision.field')}
            value={facts.decisao}
            options={INCIDENT_DECISIONS.map((value) => ({ value, label: t(`decision.${value}`) }))}
            onChange={(decisao) => onChange({ decisao })}
          />
          <TextField
            label={t('decision.by')}
            maxLength={200}
            value={facts.decisao_por}
            onChange={({ target }) => onChange({ decisao_por: target.value })}
          />
          <DateField
            label={t('decision.on')}
            max={todayField()}
            value={facts.decisao_em ?? ''}
            onChange={(day) => day !== undefined && onChange({ decisao_em: day === '' ? null : day })}
          />
        </div>
        <TextArea
          label={t('decision.reasons')}
          maxLength={MAX_REASONS_LENGTH}
          value={facts.decisao_motivos}
          onChange={(text) => onChange({ decisao_motivos: text })}
        />
      </fieldset>
    </Card>
  )
}

export const ToldCard = ({ facts, isLocked, onChange }: FactsProps) => {
  const { t } = useIncidentsWords()
  return (
    <Card title={t('told')}>
      <div className="analytics-incident__fields">
        <MomentField
          label={t('field.anpd_em')}
          value={facts.anpd_em}
          isLocked={isLocked}
          onChange={(moment) => onChange({ anpd_em: moment })}
        />
        <TextField
          label={t('told.protocol')}
          maxLength={100}
          disabled={isLocked}
          value={facts.anpd_protocolo}
          onChange={({ target }) => onChange({ anpd_protocolo: target.value })}
        />
        <MomentField
          label={t('field.titulares_em')}
          value={facts.titulares_em}
          isLocked={isLocked}
          onChange={(moment) => onChange({ titulares_em: moment })}
        />
        <TextField
          label={t('told.means')}
          maxLength={1000}
          disabled={isLocked}
          value={facts.titulares_meios}
          onChange={({ target }) => onChange({ titulares_meios: target.value })}
        />
        <MomentField
          label={t('field.complemento_em')}
          value={facts.complemento_em}
          isLocked={isLocked}
          onChange={(moment) => onChange({ complemento_em: moment })}
        />
        <MomentField
          label={t('field.declaracao_em')}
          value={facts.declaracao_em}
          isLocked={isLocked}
          onChange={(moment) => onChange({ declaracao_em: moment })}
        />
      </div>
    </Card>
  )
}
