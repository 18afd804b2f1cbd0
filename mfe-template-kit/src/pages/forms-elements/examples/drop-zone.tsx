import { Alert } from '@atalaia/ui'
import { useDropzone } from 'react-dropzone'
import { refusal } from '../../../forms/refusal.ts'
import { useUpload } from '../../../forms/use-upload.ts'

export const title = 'Área de soltar'
export const wide = true

const maxSize = 1024 * 1024

/** Posts to the root path (spec.md section 7): the only call of the kit. */
export const Example = () => {
  const { upload, send, refuse } = useUpload('/')
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: { 'image/*': [], 'text/plain': ['.txt'] },
    maxSize,
    multiple: false,
    onDropAccepted: ([file]) => file && send(file),
    onDropRejected: ([rejected]) => rejected && refuse(rejected.file.name, refusal(rejected.errors[0]?.code)),
  })
  return (
    <>
      <div {...getRootProps({ role: 'button', 'aria-label': 'Soltar ou escolher um arquivo', className: 'kit-drop' })}>
        <input {...getInputProps({ 'aria-label': 'Arquivo para enviar' })} />
        <p>{isDragActive ? 'Solte o arquivo aqui' : 'Solte um arquivo aqui, ou clique para escolher'}</p>
        <p className="kit-note">Imagens ou texto, até 1 MB</p>
      </div>
      {upload.status === 'sending' && (
        <progress className="kit-upload" aria-label={`Enviando ${upload.name}`} max={1} value={upload.progress} />
      )}
      {upload.status === 'sent' && <Alert kind="success">{upload.name}: enviado.</Alert>}
      {upload.status === 'failed' && (
        <Alert kind="danger">
          {upload.name}: {upload.reason}
        </Alert>
      )}
    </>
  )
}
