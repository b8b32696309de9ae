/** A resource as provisioned: what queries of a template read (contract A4). */
export interface ProvisionedResource {
  /** Null in the plan of a resource that is yet to be made. */
  readonly id: string | null;
  readonly name: string;
  readonly resourceType: string;
  readonly sku: string;
  readonly locked: boolean;
  readonly sections: {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly advanced: Readonly<Record<string, unknown>>;
  };
}
