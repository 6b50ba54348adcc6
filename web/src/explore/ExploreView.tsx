export default function V(_: any) { return null; }
