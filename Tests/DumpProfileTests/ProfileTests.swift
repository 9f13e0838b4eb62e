import DumpProfile
import StreamImport
import Testing
