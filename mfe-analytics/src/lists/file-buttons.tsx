import type { HttpResult, Logger } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import { useContext, useState } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import { FILE_FORMS, type FileForm, type RowsFile } from './file-columns.ts'
import { ListPlaceContext } from './list-place.ts'

type FileButtonsProps<Row> = {
  /** Ignores the query's page. */
  readonly load: () => Promise<HttpResult<readonly Row[]>>
  readonly file: () => RowsFile<Row>
  readonly logger: Logger
  readonly onFailed: (text: string) => void
}

/** Saves all found rows. Renders nothing in a portal. */
export const FileButtons = <Row,>({ load, file, logger, onFailed }: FileButtonsProps<Row>) => {
  const { saveRows } = useContext(ListPlaceContext)
  const { t, reasonText } = useManagementWords()
  const [saving, setSaving] = useState<FileForm>()
  if (!saveRows) return null
  const save = async (form: FileForm) => {
    setSaving(form)
    const result = await load()
    try {
      if (result.ok) await saveRows(result.value, form, file())
      else onFailed(reasonText(result.failure))
    } catch (error) {
      logger.error('the code of a file did not load', error)
      onFailed(t('file.failed'))
    } finally {
      setSaving(undefined)
    }
  }
  return FILE_FORMS.map((form) => (
    <Button
      key={form}
      icon="download"
      busy={saving === form}
      busyLabel={t('file.busy')}
      onClick={() => saving ?? void save(form)}
    >
      {t(`file.${form}`)}
    </Button>
  ))
}
