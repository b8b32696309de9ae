import { type AreaDeps, createAreas } from '../server/src/app.ts';
import type { Area } from '../server/src/platform/http/area.ts';
import { buildOpenApi } from '../server/src/platform/openapi/build-openapi.ts';
import { portolanVersion } from '../server/src/platform/settings/version.ts';
import { type ApiDocument, generateSdk, generateSdkIndex } from './generate-sdk.ts';

/** Areas are only described here, never run: whatever their construction reaches for is there and does nothing. */
const undescribed: AreaDeps = new Proxy(() => undescribed, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : undescribed),
  apply: () => undescribed,
}) as unknown as AreaDeps;

export const describeAreas = (): readonly Area[] => createAreas(undescribed);

/** The OpenAPI document of each area, and the part of the SDK that follows from it. */
export const generateApiOutputs = async (): Promise<{ path: string; text: string }[]> => {
  const areas = describeAreas();
  const outputs = areas.flatMap((area) => {
    const document = buildOpenApi(area, portolanVersion);
    return [
      { path: `docs/openapi/${area.name}.json`, text: `${JSON.stringify(document, null, 2)}\n` },
      {
        path: `sdk/src/generated/${area.name}.ts`,
        text: generateSdk(document as unknown as ApiDocument, area.prefixes[0]),
      },
    ];
  });
  return [...outputs, { path: 'sdk/src/generated/index.ts', text: generateSdkIndex(areas.map((area) => area.name)) }];
};
