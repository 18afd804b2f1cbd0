const reasons: Readonly<Record<string, string>> = {
  'file-too-large': 'maior que 1 MB.',
  'file-invalid-type': 'só imagens ou texto.',
  'too-many-files': 'um arquivo por vez.',
}

export const refusal = (code: string | undefined): string => reasons[code ?? ''] ?? 'não foi aceito.'
