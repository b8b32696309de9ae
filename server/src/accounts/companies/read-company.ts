import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import { hasUnseenCharacters, invalidInput } from '../text-rules.ts';
import { readCountryCode } from '../users/read-person.ts';
import type { CompanyFields } from './company-store.ts';

/** What a client may say about a company. Absent members stay as they are; null or empty clears. */
export interface CompanyInput {
  readonly name?: string;
  readonly description?: string | null;
  readonly tenantType?: string | null;
  readonly url?: string | null;
  readonly addressLines?: readonly string[] | null;
  readonly city?: string | null;
  readonly zipCode?: string | null;
  readonly country?: string | null;
  readonly countryCode?: string | null;
  readonly customerId?: string | null;
  readonly internalId?: string | null;
  readonly vat?: string | null;
  readonly email?: string | null;
  readonly domains?: readonly string[] | null;
}

const longest = {
  tenantType: 50,
  city: 200,
  zipCode: 50,
  country: 200,
  customerId: 200,
  internalId: 200,
  vat: 50,
} as const;
type LineMember = keyof typeof longest;

const mostLines = 10;
const mostDomains = 100;
const domainForm =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

const isWebAddress = (text: string): boolean =>
  text.length <= 2048 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const isLine = (text: string, most: number): boolean => [...text].length <= most && !hasUnseenCharacters(text);

/** Checks everything at once and gives only the members that were given. */
export const readCompany = (input: CompanyInput): Partial<CompanyFields> => {
  const problems: ErrorDetail[] = [];
  const fields: { -readonly [Member in keyof CompanyFields]?: CompanyFields[Member] } = {};
  const must = (member: keyof CompanyInput, isRight: boolean, rule: string): void => {
    if (!isRight) problems.push({ in: 'body', path: `/${member}`, message: `${member} ${rule}.` });
  };

  if (input.name !== undefined) {
    fields.name = input.name.trim().normalize('NFC');
    must('name', fields.name !== '' && isLine(fields.name, 200), 'must have 1 to 200 characters and no line breaks');
  }
  if (input.description !== undefined) {
    fields.description = input.description ?? '';
    must('description', fields.description.length <= 2000, 'must have at most 2000 characters');
  }
  for (const member of Object.keys(longest) as LineMember[]) {
    const given = input[member];
    if (given === undefined) continue;
    fields[member] = given?.trim() || null;
    const most = longest[member];
    must(member, isLine(fields[member] ?? '', most), `must have at most ${most} characters and no line breaks`);
  }
  if (input.url !== undefined) {
    fields.url = input.url?.trim() || null;
    must('url', fields.url === null || isWebAddress(fields.url), 'must be a web address');
  }
  if (input.email !== undefined) {
    fields.email = input.email?.trim() || null;
    must('email', fields.email === null || isMailAddress(fields.email), 'must be an e-mail address');
  }
  if (input.countryCode !== undefined) {
    const reading = readCountryCode(input.countryCode ?? '');
    must('countryCode', 'value' in reading, 'must be a country code such as NO');
    fields.countryCode = 'value' in reading ? reading.value : null;
  }
  if (input.addressLines !== undefined) {
    fields.addressLines = (input.addressLines ?? []).map((line) => line.trim());
    const isRight = fields.addressLines.length <= mostLines && fields.addressLines.every((line) => isLine(line, 200));
    must('addressLines', isRight, `must be at most ${mostLines} lines of at most 200 characters`);
  }
  if (input.domains !== undefined) {
    fields.domains = [...new Set((input.domains ?? []).map((domain) => domain.trim().toLowerCase()))];
    const isRight = fields.domains.length <= mostDomains && fields.domains.every((domain) => domainForm.test(domain));
    must('domains', isRight, `must be at most ${mostDomains} domain names such as example.com`);
  }
  if (problems.length > 0) throw invalidInput('company.invalid', problems);
  return fields;
};
