"""The file as written: one table of packets, a read gate, decoders and a writer."""
