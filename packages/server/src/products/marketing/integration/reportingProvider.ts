import type { ReportProvider } from '#platform/mail/reports/providerReport.ts'
import type { Integration } from './integrationFields.ts'

const byType: Readonly<Record<string, ReportProvider>> = {
  ses: 'ses',
  mailgun: 'mailgun',
  postmark: 'postmark',
  sendgrid: 'sendgrid',
}

/** The provider that reports bounces of an integration; undefined for one without reports. */
export function reportingProvider({ type, config }: Pick<Integration, 'type' | 'config'>): ReportProvider | undefined {
  return type === 'smtp' ? config?.reports : byType[type]
}

/** Whether a provider reports bounces of an integration. */
export function hasReports(of: Pick<Integration, 'type' | 'config'>): boolean {
  return reportingProvider(of) !== undefined
}
